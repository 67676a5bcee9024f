import { formatDateAndTime } from '../../app/texts/dates.ts'
import { bookingTexts } from '../../app/texts/operator/imports.ts'
import { joinSentences, type Language, type Sentence } from '../../app/texts/operator/sentence.ts'
import { BrokenBookingsError } from '../backoffice/broken-bookings.ts'
import { branchColumns } from '../delivery/branch-row.ts'
import type { BrokenBooking } from '../delivery/kept-bookings.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import type { Commands } from './command.ts'
import { formatColumns, importUsage, readReportOptions, runImport } from './file-import.ts'
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
    async run([file = ''], context) {
      const { backoffice } = await context.openShop()
      const report = { ...readReportOptions(context), print: context.print }
      const options = { dryRun: report.dryRun, mayBreakBookings: context.hasFlag('yes') }
      const { language } = report
      await runImport(file, branchColumns, report, async (rows) => {
        const { result, brokenBookings } = await backoffice.branches
          .importBranches(createOperatorActor(), rows, options)
          .catch((error: unknown) => throwIfBooked(error, language))
        if (!report.json) for (const booking of brokenBookings) context.print(formatBrokenBooking(booking)[language])
        return result
      })
    },
  },
}

function throwIfBooked(error: unknown, language: Language): never {
  if (!(error instanceof BrokenBookingsError)) throw error
  const sentences = [...error.bookings.map(formatBrokenBooking), bookingTexts.unconfirmed]
  throw new OperatorError(joinSentences(sentences, '\n')[language])
}

function formatBrokenBooking({ orderId, reason, deliveryPromise, keptUntil }: BrokenBooking): Sentence {
  const time = keptUntil ?? deliveryPromise?.to
  return bookingTexts.booking(orderId, time ? formatDateAndTime(time) : null, reason)
}
