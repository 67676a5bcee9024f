import { formatMoney } from '../../app/texts/format.ts'
import { gainColumns } from '../wallet/gain-import.ts'
import { type Commands, table, UsageError } from './command.ts'
import { importCommand } from './file-import.ts'

export const gainsCommands: Commands = {
  'gains list': {
    takes: 'EMAIL',
    does: 'what somebody is given, and what is left of it',
    async run([email], { openShop, print }) {
      if (!email) throw new UsageError('EMAIL is missing')
      const { wallet } = await openShop()
      const gains = await wallet.listGainsOf(email)
      if (gains.length === 0) return print('No gains.')
      const rows = gains.map(({ name, balanceCents }) => [formatMoney(balanceCents), name])
      for (const line of table([['BALANCE', 'GAIN'], ...rows])) print(line)
    },
  },
  'gains import': importCommand(
    'give customers gains, each with the balance it shall have',
    gainColumns,
    ({ wallet }, rows) => wallet.importGains(rows),
  ),
}
