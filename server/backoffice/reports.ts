import type { EmptySearches } from '../catalogue/empty-searches.ts'
import type { StockNotices } from '../catalogue/stock-notices.ts'
import type { Mail } from '../mail/mail.ts'
import {
  type DateRange,
  type OrderReports,
  type Sales,
  salesOf,
  type TimedStatus,
  timedStatuses,
} from '../orders/reports.ts'
import type { Payments } from '../payments/payments.ts'
import { isShopDay, shopDay, shopDayStart } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  clock: Clock
  orderReports: OrderReports
  stockNotices: Pick<StockNotices, 'mostWanted'>
  emptySearches: Pick<EmptySearches, 'listOn'>
  payments: Pick<Payments, 'listDueRefunds'>
  mail: Pick<Mail, 'listFailing'>
}

/** The same weekdays before, for comparison. */
const weeksBack = [7, 14, 21, 28]

interface StepTimes {
  step: TimedStatus
  /** Minutes; null where no order took the step. */
  median: number | null
  ninetieth: number | null
  medianBefore: number | null
}

export type Figures = ReturnType<typeof createReports>
export type DayReport = Awaited<ReturnType<Figures['figuresOf']>>

/** How a day goes, against the four same weekdays before it. */
export function createReports({ clock, orderReports, stockNotices, emptySearches, payments, mail }: Deps) {
  return { figuresOf }

  /**
   * Up to now, if the day is today: the days before count up to the same time, too.
   * @param dayKey yyyy-MM-dd in São Paulo; anything else, or a day to come, is today
   * @throws ShopError "staff.forbidden"
   */
  async function figuresOf(actor: Actor, dayKey: string | null) {
    requirePermission(actor, 'figures.see')
    const today = shopDay(clock.now())
    const day = dayKey !== null && isShopDay(dayKey) && dayKey <= today ? dayKey : today
    const span = spanOf(day, 0)
    const before = weeksBack.map((days) => spanOf(day, days))
    const [orders, salesBefore, paid, paidBefore, times] = await Promise.all([
      orderReports.listPaid(span),
      Promise.all(before.map(orderReports.salesIn)),
      orderReports.paymentTimes(wholeDay(day, 0)),
      Promise.all(weeksBack.map((days) => orderReports.paymentTimes(wholeDay(day, days)))),
      Promise.all(timedStatuses.map((step) => timesOf(step, span, before))),
    ])
    return {
      day,
      isToday: day === today,
      sales: salesOf(orders),
      /** The day's own, the newest first. */
      orders,
      salesBefore,
      mean: meanOf(salesBefore),
      hours: hoursOf(paid, paidBefore),
      times,
      emptySearches: await emptySearches.listOn(day),
      mostWanted: await stockNotices.mostWanted(20),
      dueRefunds: await payments.listDueRefunds(),
      failingMails: await mail.listFailing(20),
    }
  }

  async function timesOf(step: TimedStatus, span: DateRange, before: DateRange[]): Promise<StepTimes> {
    const minutes = await orderReports.listMinutesToStatus(step, span)
    const previousMinutes = (
      await Promise.all(before.map((each) => orderReports.listMinutesToStatus(step, each)))
    ).flat()
    return {
      step,
      median: percentile(minutes, 0.5),
      ninetieth: percentile(minutes, 0.9),
      medianBefore: percentile(previousMinutes, 0.5),
    }
  }

  /** That day `daysBack` earlier, up to the time of day it is now where the day itself is today. */
  function spanOf(day: string, daysBack: number): DateRange {
    const span = wholeDay(day, daysBack)
    // This very millisecond counts.
    const elapsed = clock.now().getTime() - shopDayStart(day).getTime() + 1
    return { from: span.from, until: new Date(Math.min(span.until.getTime(), span.from.getTime() + elapsed)) }
  }
}

function wholeDay(day: string, daysBack: number): DateRange {
  return { from: shopDayStart(day, -daysBack), until: shopDayStart(day, 1 - daysBack) }
}

/** Orders paid in each hour of the day in São Paulo, and how many were on average before. */
function hoursOf(paid: Date[], before: Date[][]) {
  const counts = countByHour(paid)
  const previousCounts = before.map(countByHour)
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    orders: counts[hour] ?? 0,
    before: previousCounts.reduce((sum, each) => sum + (each[hour] ?? 0), 0) / previousCounts.length,
  }))
}

function countByHour(instants: Date[]): number[] {
  const counts = Array<number>(24).fill(0)
  for (const instant of instants) {
    const hour = Math.floor((instant.getTime() - shopDayStart(shopDay(instant)).getTime()) / 3_600_000)
    counts[Math.min(hour, 23)] = (counts[Math.min(hour, 23)] ?? 0) + 1
  }
  return counts
}

function meanOf(sales: Sales[]): Sales {
  const mean = (key: keyof Sales) => sales.reduce((sum, each) => sum + each[key], 0) / Math.max(1, sales.length)
  return {
    orderCount: mean('orderCount'),
    revenueCents: mean('revenueCents'),
    prescriptionOrderCount: mean('prescriptionOrderCount'),
  }
}

/** The value that a share of all do not exceed (nearest rank); null of none. */
function percentile(values: number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
