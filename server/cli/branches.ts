import { formatDateAndTime } from '../../app/texts/dates.ts'
import { BrokenBookingsError } from '../backoffice/broken-bookings.ts'
import { branchColumns } from '../delivery/branch-row.ts'
import type { BrokenBooking } from '../delivery/kept-bookings.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import type { Commands } from './command.ts'
import { formatColumns, importUsage, runImport } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'
import { UsageError } from './usage.ts'

/** @throws UsageError for a number that no branch has */
export async function resolveBranchId({ delivery }: Shop, branchArgument: string | undefined): Promise<number | null> {
  if (branchArgument === undefined) return null
  const branches = await delivery.listBranches()
  if (!branches.some(({ id }) => id === Number(branchArgument))) {
    throw new UsageError(
      `there is no branch ${branchArgument}: it is one of ${branches.map(({ id }) => id).join(', ')}`,
    )
  }
  return Number(branchArgument)
}

export const branchesCommands: Commands = {
  'branches import': {
    usage: `${importUsage} [--yes]`,
    description: `add and change branches and the postal codes they serve; --yes where orders rely on what changes (columns ${formatColumns(branchColumns)})`,
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const { backoffice } = await openShop()
      const options = { dryRun: hasFlag('dry-run'), mayBreakBookings: hasFlag('yes') }
      const json = hasFlag('json')
      const report = { print, dryRun: options.dryRun, json, faultsFile: getOptionValue('faults') }
      await runImport(file, branchColumns, report, async (rows) => {
        const { result, brokenBookings } = await backoffice.branches
          .importBranches(createOperatorActor(), rows, options)
          .catch(throwIfBooked)
        if (!json) for (const booking of brokenBookings) print(formatBrokenBooking(booking))
        return result
      })
    },
  },
}

function throwIfBooked(error: unknown): never {
  if (!(error instanceof BrokenBookingsError)) throw error
  throw new OperatorError(
    [
      ...error.bookings.map(formatBrokenBooking),
      'Orders rely on what the file changes. If it is meant, add --yes, and call their customers. Nothing was changed.',
    ].join('\n'),
  )
}

const brokenReasons: Record<BrokenBooking['reason'], string> = {
  closed: 'is promised for a time at which the branch is closed',
  noWindow: 'is promised for a window that is gone',
  noPickup: 'is picked up in a branch where nobody may pick up',
  closedPickup: 'is kept until a time at which the branch is closed: now until the end of the next open day',
  notServed: 'goes to a postal code that the branch does not serve',
}

function formatBrokenBooking({ orderId, reason, deliveryPromise, keptUntil }: BrokenBooking): string {
  const time = keptUntil ?? deliveryPromise?.to
  return `order ${orderId}${time ? ` (${formatDateAndTime(time)})` : ''} ${brokenReasons[reason]}`
}
