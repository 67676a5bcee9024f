import type { OrderStatus } from '../database/schema.ts'
import { toWallTime } from '../platform/calendar.ts'
import { sumBy } from '../platform/sum-by.ts'

/** Instants: the first counts, the second does not. */
export interface TimeRange {
  from: Date
  until: Date
}

/** What was bought in a span of time: orders paid in it of which something is kept, and what was paid less what went back. */
export interface SalesSummary {
  orderCount: number
  salesCents: number
  prescriptionOrderCount: number
}

export interface PaidOrder {
  id: number
  status: OrderStatus
  paidAt: Date
  /** False once it ended, or all of it came back. */
  isKept: boolean
  /** What was paid, less what went back. */
  netCents: number
  hasPrescription: boolean
}

/** What orders come to, without those of which nothing is kept. */
export function summarizeSales(orders: PaidOrder[]): SalesSummary {
  const keptOrders = orders.filter(({ isKept }) => isKept)
  return {
    orderCount: keptOrders.length,
    salesCents: sumBy(orders, ({ netCents }) => netCents),
    prescriptionOrderCount: keptOrders.filter(({ hasPrescription }) => hasPrescription).length,
  }
}

/** Orders paid in each hour of the day in São Paulo, and how many were on average before. */
export function compareHourlyOrderCounts(paymentTimes: Date[], previousPaymentTimes: Date[][]) {
  const counts = countByHour(paymentTimes)
  const previousCounts = previousPaymentTimes.map(countByHour)
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    orderCount: counts[hour] ?? 0,
    previousMeanCount: sumBy(previousCounts, (hourlyCounts) => hourlyCounts[hour] ?? 0) / previousCounts.length,
  }))
}

function countByHour(instants: Date[]): number[] {
  const counts = Array<number>(24).fill(0)
  for (const instant of instants) {
    const hour = Math.floor(toWallTime(instant).minuteOfDay / 60)
    counts[hour] = (counts[hour] ?? 0) + 1
  }
  return counts
}

export function averageSales(sales: SalesSummary[]): SalesSummary {
  const computeAverage = (key: keyof SalesSummary) =>
    sumBy(sales, (summary) => summary[key]) / Math.max(1, sales.length)
  return {
    orderCount: computeAverage('orderCount'),
    salesCents: computeAverage('salesCents'),
    prescriptionOrderCount: computeAverage('prescriptionOrderCount'),
  }
}

/** The value that a share of all do not exceed (nearest rank); null of none. */
export function computePercentile(values: number[], fraction: number): number | null {
  const sortedValues = [...values].sort((a, b) => a - b)
  return sortedValues[Math.max(0, Math.ceil(fraction * sortedValues.length) - 1)] ?? null
}
