import { gainColumns } from '../wallet/gain-row.ts'
import type { Commands } from './command.ts'
import { createImportCommand } from './file-import.ts'

export const gainsCommands: Commands = {
  'gains import': createImportCommand(
    'gains',
    'grant customers gains: balance is what each was granted in all, whatever was spent of it, so the same file again credits nothing',
    gainColumns,
    async (ctx, rows) => (await import('../wallet/gain-import.ts')).importGains(ctx, rows),
  ),
}
