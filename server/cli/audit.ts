import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Commands } from './command.ts'
import { refuseExisting } from './file-import.ts'
import { operator } from './operator.ts'
import { UsageError } from './usage.ts'

export const auditCommands: Commands = {
  'audit export': {
    takes: 'FILE.csv [--force]',
    does: 'writes the whole audit trail as CSV; with --force over an older file',
    async run([file = ''], { openShop, print, has }) {
      if (!file.endsWith('.csv')) throw new UsageError('FILE ends in .csv')
      const lines = (await openShop()).staff.audit.csvLines(operator())
      const options = { flags: has('force') ? 'w' : 'wx', mode: 0o600 }
      await pipeline(lines, createWriteStream(file, options)).catch(refuseExisting(file))
      print(`${file} is written.`)
    },
  },
}
