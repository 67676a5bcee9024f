import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import { type Commands, table } from './command.ts'
import { startBar } from './progress-bar.ts'
import { UsageError } from './usage.ts'

export const reencryptCommands: Commands = {
  reencrypt: {
    usage: '[--dry-run] [--lost]',
    description:
      'encrypt what is under older ENCRYPTION_KEYS with the first one; with --dry-run only count it; with --lost the shop goes on without the keys that it had: what is under them stays unreadable',
    async run(_words, operator) {
      const { openShop, print, hasFlag } = operator
      if (hasFlag('lost') && hasFlag('dry-run')) throw new UsageError('--lost or --dry-run, not both')
      if (hasFlag('lost')) await (await import('./lost-keys.ts')).giveUpLostKeys(operator)
      const shop = await openShop()
      const outcomes = hasFlag('dry-run') ? [] : await outcomesOf(shop, false)
      // Counted afterwards: a server whose newest key is still the older one goes on writing with it.
      const remaining = await outcomesOf(shop, true)
      for (const line of table(rowsOf(outcomes, remaining))) print(line)
      const unreadable = outcomes.filter(({ outcome }) => outcome === 'unreadable')
      for (const { kind, id } of unreadable) print(`No key opens ${kind} ${id}: it stays as it is.`)
      const older = remaining.filter(({ outcome }) => outcome === 'older').length
      if (older === 0) print('Nothing is under older keys: the older keys can go.')
      else if (!hasFlag('dry-run')) throw new OperatorError(reasonFor(older, unreadable.length))
    },
  },
}

type Outcome = { kind: string; id: number | string; outcome: string }

async function outcomesOf(shop: Shop, dryRun: boolean): Promise<Outcome[]> {
  const bar = startBar(dryRun ? '{bar} {value} records counted' : '{bar} {value} records')
  const outcomes: Outcome[] = []
  try {
    for await (const each of shop.reencrypt({ dryRun })) {
      bar.increment()
      outcomes.push(each)
    }
  } finally {
    bar.stop()
  }
  return outcomes
}

function rowsOf(outcomes: Outcome[], remaining: Outcome[]): string[][] {
  const kinds = [...new Set([...outcomes, ...remaining].map(({ kind }) => kind))]
  const count = (all: Outcome[], kind: string, outcome: string) =>
    String(all.filter((each) => each.kind === kind && each.outcome === outcome).length)
  const rows = kinds.map((kind) => [kind, count(outcomes, kind, 'changed'), count(remaining, kind, 'older')])
  return [['record', 'changed', 'under older keys'], ...rows]
}

function reasonFor(older: number, unreadable: number): string {
  const still = `${older} ${older === 1 ? 'record is' : 'records are'} under older keys: keep these.`
  return unreadable > 0
    ? `${still} Where one was taken out of ENCRYPTION_KEYS, put it last and run this again.`
    : `${still} Run this again once every server has the new key first.`
}
