import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import { type Commands, formatTable } from './command.ts'
import { startProgressBar } from './progress-bar.ts'
import { UsageError } from './usage.ts'

export const reencryptCommands: Commands = {
  reencrypt: {
    usage: '[--dry-run] [--lost]',
    description:
      'encrypt what is under older ENCRYPTION_KEYS with the first one; with --dry-run only count it; with --lost the shop goes on without the keys that it had: what is under them stays unreadable',
    async run(_args, context) {
      const { openShop, print, hasFlag } = context
      if (hasFlag('lost') && hasFlag('dry-run')) throw new UsageError('--lost or --dry-run, not both')
      if (hasFlag('lost')) await (await import('./lost-keys.ts')).discardLostKeys(context)
      const shop = await openShop()
      const results = hasFlag('dry-run') ? [] : await runReencryption(shop, false)
      // Counted afterwards: a server whose newest key is still the older one goes on writing with it.
      const remainingResults = await runReencryption(shop, true)
      for (const line of formatTable(toSummaryRows(results, remainingResults))) print(line)
      const unreadableRecords = results.filter(({ outcome }) => outcome === 'unreadable')
      for (const line of formatUnreadableRecords(unreadableRecords)) print(line)
      const olderRecordCount = remainingResults.filter(({ outcome }) => outcome === 'older').length
      if (olderRecordCount === 0) print('Nothing is under older keys: the older keys can go.')
      else if (!hasFlag('dry-run'))
        throw new OperatorError(formatIncompleteMessage(olderRecordCount, unreadableRecords.length))
    },
  },
}

/** How many ids a line names. */
const maxListedIds = 10

/** A line for each kind of record that no key opens. */
function formatUnreadableRecords(records: RecordResult[]): string[] {
  return [...new Set(records.map(({ kind }) => kind))].map((kind) => {
    const kindRecords = records.filter((record) => record.kind === kind)
    const ids = kindRecords.slice(0, maxListedIds).map(({ id }) => id)
    const unlistedCount = kindRecords.length - ids.length
    const idsText = [ids.join(', '), ...(unlistedCount > 0 ? [`${unlistedCount} more`] : [])].join(' and ')
    return `No key opens ${kind} ${idsText}: ${kindRecords.length === 1 ? 'it stays as it is' : 'they stay as they are'}.`
  })
}

type RecordResult = { kind: string; id: number | string; outcome: string }

async function runReencryption(shop: Shop, dryRun: boolean): Promise<RecordResult[]> {
  const progressBar = startProgressBar(dryRun ? '{bar} {value} records counted' : '{bar} {value} records')
  const results: RecordResult[] = []
  try {
    for await (const result of shop.reencrypt({ dryRun })) {
      progressBar.increment()
      results.push(result)
    }
  } finally {
    progressBar.stop()
  }
  return results
}

function toSummaryRows(results: RecordResult[], remainingResults: RecordResult[]): string[][] {
  const kinds = [...new Set([...results, ...remainingResults].map(({ kind }) => kind))]
  const countOutcomes = (records: RecordResult[], kind: string, outcome: string) =>
    String(records.filter((record) => record.kind === kind && record.outcome === outcome).length)
  const rows = kinds.map((kind) => [
    kind,
    countOutcomes(results, kind, 'changed'),
    countOutcomes(remainingResults, kind, 'older'),
  ])
  return [['record', 'changed', 'under older keys'], ...rows]
}

function formatIncompleteMessage(olderRecordCount: number, unreadableRecordCount: number): string {
  const message = `${olderRecordCount} ${olderRecordCount === 1 ? 'record is' : 'records are'} under older keys: keep these.`
  return unreadableRecordCount > 0
    ? `${message} Where one was taken out of ENCRYPTION_KEYS, put it last and run this again.`
    : `${message} Run this again once every server has the new key first.`
}
