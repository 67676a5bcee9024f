import { ShopError } from '../platform/errors.ts'
import type { Shop } from '../shop.ts'
import { type Commands, UsageError } from './command.ts'
import { operator } from './operator.ts'

export const customersCommands: Commands = {
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
    takes: 'EMAIL REASON',
    does: 'signs a customer out and lets them neither in nor order; their orders go on',
    async run([email, ...words], { openShop, print }) {
      const reason = words.join(' ').trim()
      if (!reason) throw new UsageError('REASON is missing: the customer may ask for it')
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

async function customerOf({ accounts }: Shop, email: string | undefined) {
  if (!email) throw new UsageError('EMAIL is missing')
  const customer = await accounts.findCustomerByEmail(email)
  if (!customer) throw new Error('There is no account with this e-mail.')
  return customer
}
