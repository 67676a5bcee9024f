import { gainColumns } from '../wallet/gain-import.ts'
import type { Commands } from './command.ts'
import { createImportCommand } from './file-import.ts'

export const gainsCommands: Commands = {
  'gains import': createImportCommand(
    'give customers gains, each with the balance it shall have',
    gainColumns,
    ({ wallet }, rows, options) => wallet.importGains(rows, options),
  ),
}
