import type { EmptySearchLog } from '../catalogue/empty-searches.ts'
import type { StockNoticeService } from '../catalogue/stock-notices.ts'
import type { MailService } from '../mail/mail.ts'
import {
  type OrderReportQueries,
  type SalesSummary,
  summarizeSales,
  type TimedStatus,
  type TimeRange,
  timedStatuses,
} from '../orders/reports.ts'
import type { PaymentService } from '../payments/payments.ts'
import { isValidDay, startOfShopDay, toShopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  clock: Clock
  orderReports: OrderReportQueries
  stockNotices: Pick<StockNoticeService, 'listMostWantedProducts'>
  emptySearchLog: Pick<EmptySearchLog, 'listByDay'>
  payments: Pick<PaymentService, 'listDueRefunds'>
  mail: Pick<MailService, 'listFailingEmails'>
}

/** The same weekdays before, for comparison. */
const comparedDayOffsets = [7, 14, 21, 28]

interface StatusDurations {
  status: TimedStatus
  /** Minutes; null where no order took the step. */
  medianMinutes: number | null
  percentile90Minutes: number | null
  previousMedianMinutes: number | null
}

export type ReportService = ReturnType<typeof createReportService>
export type DayReport = Awaited<ReturnType<ReportService['buildDayReport']>>

/** How a day goes, against the four same weekdays before it. */
export function createReportService({ clock, orderReports, stockNotices, emptySearchLog, payments, mail }: Deps) {
  return { buildDayReport }

  /**
   * Up to now, if the day is today: the days before count up to the same time, too.
   * @param requestedDay yyyy-MM-dd in São Paulo; anything else, or a day to come, is today
   * @throws ShopError "staff.forbidden"
   */
  async function buildDayReport(actor: Actor, requestedDay: string | null) {
    requirePermission(actor, 'figures.see')
    const today = toShopDay(clock.now())
    const day = requestedDay !== null && isValidDay(requestedDay) && requestedDay <= today ? requestedDay : today
    const range = toRangeUpToNow(day, 0)
    const previousRanges = comparedDayOffsets.map((days) => toRangeUpToNow(day, days))
    const [orders, previousSales, paymentTimes, previousPaymentTimes, statusDurations] = await Promise.all([
      orderReports.listPaidOrders(range),
      Promise.all(previousRanges.map(orderReports.loadSalesSummary)),
      orderReports.listPaymentTimes(toDayRange(day, 0)),
      Promise.all(comparedDayOffsets.map((days) => orderReports.listPaymentTimes(toDayRange(day, days)))),
      Promise.all(timedStatuses.map((status) => computeStatusDurations(status, range, previousRanges))),
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
      statusDurations,
      emptySearches: await emptySearchLog.listByDay(day),
      mostWantedProducts: await stockNotices.listMostWantedProducts(20),
      dueRefunds: await payments.listDueRefunds(),
      failingEmails: await mail.listFailingEmails(20),
    }
  }

  async function computeStatusDurations(
    status: TimedStatus,
    range: TimeRange,
    previousRanges: TimeRange[],
  ): Promise<StatusDurations> {
    const durationsMinutes = await orderReports.listMinutesToStatus(status, range)
    const previousDurationsMinutes = (
      await Promise.all(previousRanges.map((previousRange) => orderReports.listMinutesToStatus(status, previousRange)))
    ).flat()
    return {
      status,
      medianMinutes: computePercentile(durationsMinutes, 0.5),
      percentile90Minutes: computePercentile(durationsMinutes, 0.9),
      previousMedianMinutes: computePercentile(previousDurationsMinutes, 0.5),
    }
  }

  /** That day `daysBack` earlier, up to the time of day it is now where the day itself is today. */
  function toRangeUpToNow(day: string, daysBack: number): TimeRange {
    const range = toDayRange(day, daysBack)
    // This very millisecond counts.
    const elapsedMs = clock.now().getTime() - startOfShopDay(day).getTime() + 1
    return { from: range.from, until: new Date(Math.min(range.until.getTime(), range.from.getTime() + elapsedMs)) }
  }
}

function toDayRange(day: string, daysBack: number): TimeRange {
  return { from: startOfShopDay(day, -daysBack), until: startOfShopDay(day, 1 - daysBack) }
}

/** Orders paid in each hour of the day in São Paulo, and how many were on average before. */
function compareHourlyOrderCounts(paymentTimes: Date[], previousPaymentTimes: Date[][]) {
  const counts = countByHour(paymentTimes)
  const previousCounts = previousPaymentTimes.map(countByHour)
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    orderCount: counts[hour] ?? 0,
    previousMeanCount:
      previousCounts.reduce((sum, hourlyCounts) => sum + (hourlyCounts[hour] ?? 0), 0) / previousCounts.length,
  }))
}

function countByHour(instants: Date[]): number[] {
  const counts = Array<number>(24).fill(0)
  for (const instant of instants) {
    const hour = Math.floor((instant.getTime() - startOfShopDay(toShopDay(instant)).getTime()) / 3_600_000)
    counts[Math.min(hour, 23)] = (counts[Math.min(hour, 23)] ?? 0) + 1
  }
  return counts
}

function averageSales(sales: SalesSummary[]): SalesSummary {
  const computeAverage = (key: keyof SalesSummary) =>
    sales.reduce((sum, summary) => sum + summary[key], 0) / Math.max(1, sales.length)
  return {
    orderCount: computeAverage('orderCount'),
    revenueCents: computeAverage('revenueCents'),
    prescriptionOrderCount: computeAverage('prescriptionOrderCount'),
  }
}

/** The value that a share of all do not exceed (nearest rank); null of none. */
function computePercentile(values: number[], fraction: number): number | null {
  const sortedValues = [...values].sort((a, b) => a - b)
  return sortedValues[Math.max(0, Math.ceil(fraction * sortedValues.length) - 1)] ?? null
}
