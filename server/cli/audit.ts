import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Commands } from './command.ts'
import { createWriteErrorHandler } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'
import { UsageError } from './usage.ts'

export const auditCommands: Commands = {
  'audit access': {
    usage: '--from DAY --to DAY [--ip ADDRESS]',
    description:
      'who used the shop from which address in those days, as a court may order (Marco Civil, art. 15): first and last time, address, port, account, requests; that it was read is noted in the audit trail',
    async run(_args, { openShop, print, getOptionValue }) {
      const [firstDay = '', lastDay = ''] = [getOptionValue('from'), getOptionValue('to')]
      if (firstDay > lastDay) throw new UsageError('--from is not after --to')
      let recordCount = 0
      for await (const record of (await openShop()).accessLog.readWithAudit(createOperatorActor(), {
        fromDay: firstDay,
        toDay: lastDay,
        ip: getOptionValue('ip'),
      })) {
        const { firstAt, lastAt, ip, port, account, requests } = record
        print([firstAt, lastAt, ip, port ?? '-', account ?? '-', requests].join('\t'))
        recordCount += 1
      }
      if (recordCount === 0) print('No access in those days.')
    },
  },
  'audit export': {
    usage: 'FILE.csv [--force]',
    description: 'writes the whole audit trail as CSV; with --force over an older file',
    async run([file = ''], { openShop, print, hasFlag }) {
      if (!file.endsWith('.csv')) throw new UsageError('FILE ends in .csv')
      const lines = (await openShop()).staff.audit.streamCsvLines(createOperatorActor())
      const options = { flags: hasFlag('force') ? 'w' : 'wx', mode: 0o600 }
      await pipeline(lines, createWriteStream(file, options)).catch(createWriteErrorHandler(file))
      print(`${file} is written.`)
    },
  },
}
