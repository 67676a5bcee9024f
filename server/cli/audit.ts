import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { upkeepTexts as texts } from '../../app/texts/operator/upkeep.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Commands } from './command.ts'
import { createWriteErrorHandler } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'
import { UsageError } from './usage.ts'

export const auditCommands: Commands = {
  'audit access': {
    usage: `--from DAY --to DAY [--ip ADDRESS] ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      'who used the shop from which address in those days, as a court may order (Marco Civil, art. 15): first and last time, address, port, account, requests; that it was read is noted in the audit trail',
    async run(_args, { openShop, print, getOptionValue }) {
      const [firstDay = '', lastDay = ''] = [getOptionValue('from'), getOptionValue('to')]
      if (firstDay > lastDay) throw new UsageError('--from is not after --to')
      const filter = { fromDay: firstDay, toDay: lastDay, ip: getOptionValue('ip') }
      let recordCount = 0
      const unreadableDays: string[] = []
      const { accessLog } = await openShop()
      for await (const record of accessLog.readWithAudit(createOperatorActor(), filter, (day) =>
        unreadableDays.push(day),
      )) {
        const { firstAt, lastAt, ip, port, account, requests } = record
        print([firstAt, lastAt, ip, port ?? '-', account ?? '-', requests].join('\t'))
        recordCount += 1
      }
      if (recordCount === 0 && unreadableDays.length === 0) print(texts.noAccess[readLanguage(getOptionValue)])
      if (unreadableDays.length > 0)
        throw new OperatorError(
          texts.unreadableLog(unreadableDays.length, [...new Set(unreadableDays)])[readLanguage(getOptionValue)],
        )
    },
  },
  'audit export': {
    usage: `FILE.csv [--force] ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'writes the whole audit trail as CSV; with --force over an older file',
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const language = readLanguage(getOptionValue)
      if (!file.endsWith('.csv')) throw new UsageError('FILE ends in .csv')
      const lines = (await openShop()).staff.audit.streamCsvLines(createOperatorActor(), language)
      const options = { flags: hasFlag('force') ? 'w' : 'wx', mode: 0o600 }
      await pipeline(lines, createWriteStream(file, options)).catch(createWriteErrorHandler(file))
      print(texts.fileDone(file)[language])
    },
  },
}
