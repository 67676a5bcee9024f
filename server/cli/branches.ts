import { branchColumns } from '../delivery/branch-import.ts'
import type { Shop } from '../shop.ts'
import { type Commands, table } from './command.ts'
import { importCommand } from './file-import.ts'
import { UsageError } from './usage.ts'

/** @throws UsageError for a number that no branch has */
export async function branchIn({ delivery }: Shop, text: string | undefined): Promise<number | null> {
  if (text === undefined) return null
  const branches = await delivery.listBranches()
  if (!branches.some(({ id }) => id === Number(text))) {
    throw new UsageError(`there is no branch ${text}: it is one of ${branches.map(({ id }) => id).join(', ')}`)
  }
  return Number(text)
}

export const branchesCommands: Commands = {
  'branches list': {
    takes: '',
    does: 'every branch, its hours and how long it takes to deliver',
    async run(_args, { openShop, print }) {
      const branches = await (await openShop()).delivery.listBranches()
      const rows = branches.map(({ id, name, openTime, closeTime, shippingEstimateMinutes, shippingLater }) => [
        String(id),
        `${openTime}-${closeTime}`,
        shippingLater ? 'by appointment' : `${shippingEstimateMinutes} min`,
        name,
      ])
      for (const line of table([['ID', 'OPEN', 'DELIVERS', 'NAME'], ...rows])) print(line)
    },
  },
  'branches uncovered': {
    takes: '',
    does: 'how many wait for delivery, by the first five digits of the postal code',
    async run(_args, { openShop, print }) {
      const waiting = await (await openShop()).delivery.coverageNotices.countWaiting()
      if (waiting.length === 0) return print('Nobody waits.')
      const rows = waiting.map(({ prefix, people }) => [`${prefix}-xxx`, String(people)])
      for (const line of table([['POSTAL CODES', 'PEOPLE'], ...rows])) print(line)
    },
  },
  'branches import': importCommand(
    'add and change branches and the postal codes they serve',
    branchColumns,
    ({ delivery }, rows, options) => delivery.importBranches(rows, options),
  ),
}
