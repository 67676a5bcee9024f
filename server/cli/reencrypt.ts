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
      const outcomes = hasFlag('dry-run') ? [] : await runReencryption(shop, false)
      // Counted afterwards: a server whose newest key is still the older one goes on writing with it.
      const remainingOutcomes = await runReencryption(shop, true)
      for (const line of formatTable(toSummaryRows(outcomes, remainingOutcomes))) print(line)
      const unreadableRecords = outcomes.filter(({ outcome }) => outcome === 'unreadable')
      for (const { kind, id } of unreadableRecords) print(`No key opens ${kind} ${id}: it stays as it is.`)
      const olderCount = remainingOutcomes.filter(({ outcome }) => outcome === 'older').length
      if (olderCount === 0) print('Nothing is under older keys: the older keys can go.')
      else if (!hasFlag('dry-run'))
        throw new OperatorError(formatIncompleteMessage(olderCount, unreadableRecords.length))
    },
  },
}

type RecordOutcome = { kind: string; id: number | string; outcome: string }

async function runReencryption(shop: Shop, dryRun: boolean): Promise<RecordOutcome[]> {
  const progressBar = startProgressBar(dryRun ? '{bar} {value} records counted' : '{bar} {value} records')
  const outcomes: RecordOutcome[] = []
  try {
    for await (const outcome of shop.reencrypt({ dryRun })) {
      progressBar.increment()
      outcomes.push(outcome)
    }
  } finally {
    progressBar.stop()
  }
  return outcomes
}

function toSummaryRows(outcomes: RecordOutcome[], remainingOutcomes: RecordOutcome[]): string[][] {
  const kinds = [...new Set([...outcomes, ...remainingOutcomes].map(({ kind }) => kind))]
  const countOutcomes = (records: RecordOutcome[], kind: string, outcome: string) =>
    String(records.filter((record) => record.kind === kind && record.outcome === outcome).length)
  const rows = kinds.map((kind) => [
    kind,
    countOutcomes(outcomes, kind, 'changed'),
    countOutcomes(remainingOutcomes, kind, 'older'),
  ])
  return [['record', 'changed', 'under older keys'], ...rows]
}

function formatIncompleteMessage(olderCount: number, unreadableCount: number): string {
  const message = `${olderCount} ${olderCount === 1 ? 'record is' : 'records are'} under older keys: keep these.`
  return unreadableCount > 0
    ? `${message} Where one was taken out of ENCRYPTION_KEYS, put it last and run this again.`
    : `${message} Run this again once every server has the new key first.`
}
