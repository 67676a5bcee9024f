import type { Shop } from '../shop.ts'
import { type Commands, UsageError } from './command.ts'

export const customersCommands: Commands = {
  'customers export': {
    takes: 'EMAIL',
    does: 'everything that is kept about a customer, as JSON (LGPD, art. 18)',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id } = await customerOf(shop, email)
      print(JSON.stringify(await shop.exportPersonalData(id), null, 2))
    },
  },
  'customers erase': {
    takes: 'EMAIL',
    does: 'ends an account as its customer could: what the law keeps stays, without a name',
    async run([email], { openShop, print }) {
      const shop = await openShop()
      const { id } = await customerOf(shop, email)
      await shop.accounts.eraseAccount(id)
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
