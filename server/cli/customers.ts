import { formatDateAndTime } from '../../app/texts/dates.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import type { Commands } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { parseIdArgument } from './usage.ts'

export const customersCommands: Commands = {
  'customers show': {
    usage: 'ID|EMAIL',
    description: 'a customer, their orders and e-mails; the look is recorded in the audit trail',
    async run([idOrEmail], { openShop, print }) {
      const shop = await openShop()
      const id =
        idOrEmail !== undefined && /^\d+$/.test(idOrEmail)
          ? parseIdArgument(idOrEmail)
          : (await requireCustomer(shop, idOrEmail)).id
      const { customer, block, orders, emails } = await shop.backoffice.customers.getCustomer(createOperatorActor(), id)
      print(`Customer ${id}: ${customer.firstName} ${customer.lastName}, ${customer.email}, ${customer.phone}`)
      if (block) print(`  blocked  ${formatDateAndTime(block.since)}: ${block.reason}`)
      for (const order of orders) print(`  order    ${order.id}  ${formatDateAndTime(order.placedAt)}  ${order.status}`)
      for (const email of emails)
        print(`  e-mail   ${email.id}  ${formatDateAndTime(email.writtenAt)}  ${email.subject}`)
    },
  },
  'customers export': {
    usage: 'EMAIL',
    description: 'everything that is kept about a customer, as JSON (LGPD, art. 18)',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id } = await requireCustomer(shop, email)
      print(JSON.stringify(await shop.backoffice.customers.exportCustomerData(createOperatorActor(), id), null, 2))
    },
  },
  'customers erase': {
    usage: 'EMAIL',
    description: 'ends an account as its customer could: what the law keeps stays, without a name',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id, email: customerEmail } = await requireCustomer(shop, email)
      await shop.backoffice.customers.eraseCustomer(createOperatorActor(), id, customerEmail).catch((error) => {
        if (!(error instanceof ShopError) || error.code !== 'erasure.underWay') throw error
        throw new OperatorError(
          `Order ${error.orderId} has not ended: advance, cancel or refund it, then erase the account.`,
        )
      })
      print(`The account ${id} is erased.`)
    },
  },
}

async function requireCustomer({ accounts }: Shop, email = '') {
  const customer = await accounts.findCustomerByEmail(email)
  if (!customer) throw new OperatorError('There is no account with this e-mail.')
  return customer
}
