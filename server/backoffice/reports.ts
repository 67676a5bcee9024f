import { listByDays } from '../catalogue/empty-searches.ts'
import { listMostWantedProducts } from '../catalogue/stock-notices.ts'
import type { Context } from '../context.ts'
import { listFailingEmails } from '../notify/mail/mail.ts'
import {
  listMinutesToStep,
  listPaidOrders,
  listPaymentTimes,
  loadSalesSummary,
  type TimedStep,
  timedSteps,
} from '../orders/reports.ts'
import {
  averageSales,
  compareHourlyOrderCounts,
  computePercentile,
  summarizeSales,
  type TimeRange,
} from '../orders/sales-figures.ts'
import { listDueRefunds } from '../payments/payment-queries.ts'
import { addShopDays, isValidDay, startOfShopDay, toShopDay } from '../platform/calendar.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

/** Rows of a table, for its file: the page shows the first ones. */
const maxRows = 10_000

/** The same weekdays before, for comparison. */
const comparedDayOffsets = [7, 14, 21, 28]

interface StepDurations {
  step: TimedStep
  /** Minutes; null where no order took the step. */
  medianMinutes: number | null
  percentile90Minutes: number | null
  previousMedianMinutes: number | null
}
export type DayReport = Awaited<ReturnType<typeof buildDayReport>>

/**
 * Up to now, if the day is today: the days before count up to the same time, too.
 * @param requestedDay yyyy-MM-dd in São Paulo; anything else, or a day to come, is today
 */
export async function buildDayReport(ctx: Context, actor: Actor, requestedDay: string | null) {
  requirePermission(actor, 'figures.see')
  const today = toShopDay(ctx.clock.now())
  const day = requestedDay !== null && isValidDay(requestedDay) && requestedDay <= today ? requestedDay : today
  const range = toRangeUpToNow(ctx, day, 0)
  const previousRanges = comparedDayOffsets.map((days) => toRangeUpToNow(ctx, day, days))
  const [orders, previousSales, paymentTimes, previousPaymentTimes, stepDurations] = await Promise.all([
    listPaidOrders(ctx, range),
    Promise.all(previousRanges.map((range) => loadSalesSummary(ctx, range))),
    listPaymentTimes(ctx, toDayRange(day, 0)),
    Promise.all(comparedDayOffsets.map((days) => listPaymentTimes(ctx, toDayRange(day, days)))),
    Promise.all(timedSteps.map((step) => computeStepDurations(ctx, step, range, previousRanges))),
  ])
  return {
    day,
    isToday: day === today,
    sales: summarizeSales(orders),
    /** The day's own, the newest first. */
    orders,
    previousSales,
    previousMeanSales: averageSales(previousSales),
    hours: compareHourlyOrderCounts(paymentTimes, previousPaymentTimes),
    stepDurations,
    emptySearches: await listByDays(ctx, day, day, maxRows),
    mostWantedProducts: await listMostWantedProducts(ctx, maxRows),
    dueRefunds: await listDueRefunds(ctx),
    failingEmails: await listFailingEmails(ctx, maxRows),
  }
}

async function computeStepDurations(
  ctx: Context,
  step: TimedStep,
  range: TimeRange,
  previousRanges: TimeRange[],
): Promise<StepDurations> {
  const durationsMinutes = await listMinutesToStep(ctx, step, range)
  const previousDurationsMinutes = (
    await Promise.all(previousRanges.map((previousRange) => listMinutesToStep(ctx, step, previousRange)))
  ).flat()
  return {
    step,
    medianMinutes: computePercentile(durationsMinutes, 0.5),
    percentile90Minutes: computePercentile(durationsMinutes, 0.9),
    previousMedianMinutes: computePercentile(previousDurationsMinutes, 0.5),
  }
}

/** That day `daysBack` earlier, up to the time of day it is now where the day itself is today. */
function toRangeUpToNow(ctx: Context, day: string, daysBack: number): TimeRange {
  const range = toDayRange(day, daysBack)
  // This very millisecond counts.
  const sameTimeMs = addShopDays(ctx.clock.now(), -daysBack).getTime() + 1
  return { from: range.from, until: new Date(Math.min(range.until.getTime(), sameTimeMs)) }
}

function toDayRange(day: string, daysBack: number): TimeRange {
  return { from: startOfShopDay(day, -daysBack), until: startOfShopDay(day, 1 - daysBack) }
}
