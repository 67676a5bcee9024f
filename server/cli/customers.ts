import { formatDateAndTime } from '../../app/texts/dates.ts'
import { ShopError } from '../platform/errors.ts'
import type { Shop } from '../shop.ts'
import { type Commands, table } from './command.ts'
import { operator } from './operator.ts'
import { idIn } from './usage.ts'

export const customersCommands: Commands = {
  'customers find': {
    takes: 'WORDS…',
    does: 'at most 50, by the beginning of a name, e-mail or phone',
    async run(words, { openShop, print }) {
      const found = await (await openShop()).counter.customers.search(operator(), words.join(' '))
      if (found.length === 0) return print('Nobody.')
      const rows = found.map(({ id, isBlocked, email, phone, name }) => [
        String(id),
        isBlocked ? 'blocked' : '',
        email,
        phone,
        name,
      ])
      for (const line of table([['ID', 'STATE', 'EMAIL', 'PHONE', 'NAME'], ...rows])) print(line)
    },
  },
  'customers show': {
    takes: 'ID|EMAIL',
    does: 'a customer, their orders and e-mails; the look is recorded in the audit trail',
    async run([who], { openShop, print }) {
      const shop = await openShop()
      const id = who !== undefined && /^\d+$/.test(who) ? idIn(who) : (await customerOf(shop, who)).id
      const { customer, block, orders, mails } = await shop.counter.customers.find(operator(), id)
      print(`Customer ${id}: ${customer.firstName} ${customer.lastName}, ${customer.email}, ${customer.phone}`)
      if (block) print(`  blocked  ${formatDateAndTime(block.since)}: ${block.reason}`)
      for (const order of orders) print(`  order    ${order.id}  ${formatDateAndTime(order.placedAt)}  ${order.status}`)
      for (const mail of mails) print(`  e-mail   ${mail.id}  ${formatDateAndTime(mail.writtenAt)}  ${mail.subject}`)
    },
  },
  'customers mail-again': {
    takes: 'EMAIL MAIL',
    does: 'sends one of their e-mails once more: "customers show" has their numbers',
    async run([email, mail], { openShop, print }) {
      const shop = await openShop()
      await shop.counter.customers.sendMailAgain(operator(), (await customerOf(shop, email)).id, idIn(mail))
      print('It is queued.')
    },
  },
  'customers export': {
    takes: 'EMAIL',
    does: 'everything that is kept about a customer, as JSON (LGPD, art. 18)',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id } = await customerOf(shop, email)
      print(JSON.stringify(await shop.counter.customers.exportData(operator(), id), null, 2))
    },
  },
  'customers sign-out': {
    takes: 'EMAIL',
    does: 'signs a customer out of every device, as after a lost phone',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id } = await customerOf(shop, email)
      await shop.accounts.signOutEverywhere(id)
      print(`The account ${id} is signed out everywhere; its password is as before.`)
    },
  },
  'customers block': {
    takes: 'EMAIL REASON…',
    does: 'signs a customer out and lets them neither in nor order; their orders go on',
    async run([email, ...words], { openShop, print }) {
      const reason = words.join(' ').trim()
      const shop = await openShop()
      const { id } = await customerOf(shop, email)
      await shop.counter.customers.block(operator(), id, reason)
      print(`The account ${id} is blocked and signed out everywhere. Its orders go on.`)
    },
  },
  'customers unblock': {
    takes: 'EMAIL',
    does: 'lets a blocked customer in again',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id } = await customerOf(shop, email)
      await shop.counter.customers.unblock(operator(), id)
      print(`The account ${id} is not blocked any more.`)
    },
  },
  'customers erase': {
    takes: 'EMAIL',
    does: 'ends an account as its customer could: what the law keeps stays, without a name',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id, email: address } = await customerOf(shop, email)
      await shop.counter.customers.erase(operator(), id, address).catch((error) => {
        if (!(error instanceof ShopError) || error.code !== 'erasure.underWay') throw error
        throw new Error(`Order ${error.orderId} has not ended: advance, cancel or refund it, then erase the account.`)
      })
      print(`The account ${id} is erased.`)
    },
  },
}

async function customerOf({ accounts }: Shop, email = '') {
  const customer = await accounts.findCustomerByEmail(email)
  if (!customer) throw new Error('There is no account with this e-mail.')
  return customer
}
