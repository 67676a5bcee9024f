import { formatMoney } from '../../app/texts/format.ts'
import type { CsvRow } from '../platform/csv/table.ts'
import type { Shop } from '../shop.ts'
import { gainColumns } from '../wallet/gain-import.ts'
import { type Commands, table } from './command.ts'
import { importCommand } from './file-import.ts'

export const gainsCommands: Commands = {
  'gains list': {
    takes: 'EMAIL',
    does: 'what somebody is given, and what is left of it',
    async run([email = ''], { openShop, print }) {
      const { wallet, accounts } = await openShop()
      const gains = await wallet.listGainsOf(email)
      if (gains.length === 0) return print('No gains.')
      const rows = gains.map(({ name, balanceCents }) => [formatMoney(balanceCents), name])
      for (const line of table([['BALANCE', 'GAIN'], ...rows])) print(line)
      if (await isWaiting(accounts, email)) print(waiting)
    },
  },
  'gains set': {
    takes: 'EMAIL BALANCE GAIN…',
    does: 'gives a customer a gain with that balance in reais, like 120.00, or changes the one they have',
    async run([email = '', balance = '', ...words], { openShop, print }) {
      const gain = words.join(' ')
      const { wallet, accounts } = await openShop()
      const result = await wallet.importGains(oneRow({ email, gain, balance }))
      if ('faults' in result)
        throw new Error(result.faults.map(({ column, reason }) => `${column}: ${reason}`).join('\n'))
      print(`${gain} is set for ${email}.`)
      if (await isWaiting(accounts, email)) print(waiting)
    },
  },
  'gains remove': {
    takes: 'EMAIL GAIN…',
    does: 'takes a gain away with its statement; to end one and keep that, set its balance to 0.00',
    async run([email = '', ...words], { openShop, print }) {
      const gain = words.join(' ')
      const { wallet } = await openShop()
      if (!(await wallet.removeGain(email, gain)))
        throw new Error(`There is no gain ${gain} of ${email}. "gains list" shows them.`)
      print(`${gain} of ${email} is removed.`)
    },
  },
  'gains import': importCommand(
    'give customers gains, each with the balance it shall have',
    gainColumns,
    ({ wallet }, rows, options) => wallet.importGains(rows, options),
  ),
}

const waiting = 'The customer sees it once the e-mail is confirmed, which it is not yet.'

async function isWaiting({ findCustomerByEmail }: Shop['accounts'], email: string): Promise<boolean> {
  return (await findCustomerByEmail(email))?.emailConfirmedAt === null
}

async function* oneRow(values: CsvRow['values']): AsyncGenerator<CsvRow> {
  yield { line: 1, values }
}
