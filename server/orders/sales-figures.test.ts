import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  averageSales,
  compareHourlyOrderCounts,
  computePercentile,
  type PaidOrder,
  summarizeSales,
} from './sales-figures.ts'

const orderOf = (changes: Partial<PaidOrder> = {}): PaidOrder => ({
  ...{ id: 1, status: 'paid', paidAt: new Date(0), isKept: true, netCents: 1_947, hasPrescription: false },
  ...changes,
})

test('of orders nothing was bought of, none counts, and what the shop kept of their money does', () => {
  const orders = [
    orderOf(),
    orderOf({ hasPrescription: true, netCents: 5_000 }),
    orderOf({ isKept: false, netCents: 0, hasPrescription: true }),
    orderOf({ isKept: false, netCents: 790 }),
  ]
  expect(summarizeSales(orders)).toEqual({ orderCount: 2, salesCents: 7_737, prescriptionOrderCount: 1 })
  expect(summarizeSales([])).toEqual({ orderCount: 0, salesCents: 0, prescriptionOrderCount: 0 })
})

const sales = (orderCount: number, salesCents: number) => ({ orderCount, salesCents, prescriptionOrderCount: 1 })

test('days without an order lower the average', () => {
  expect(averageSales([sales(1, 1_000), sales(0, 0), sales(0, 0), sales(2, 4_001)])).toEqual({
    ...{ orderCount: 0.75, salesCents: 1_250.25, prescriptionOrderCount: 1 },
  })
  expect(averageSales([])).toEqual({ orderCount: 0, salesCents: 0, prescriptionOrderCount: 0 })
})

test.each([
  ['2026-03-10T00:00:00-03:00', 0],
  ['2026-03-10T00:59:59.999-03:00', 0],
  ['2026-03-10T01:00:00-03:00', 1],
  ['2026-03-10T23:59:59.999-03:00', 23],
  ['2018-01-15T09:00:00Z', 7],
])('what is paid at %s stands at hour %i of São Paulo', (paidAt, expected) => {
  const hours = compareHourlyOrderCounts([new Date(paidAt)], [[]])
  expect(hours.filter(({ orderCount }) => orderCount === 1).map(({ hour }) => hour)).toEqual([expected])
})

test('each hour is compared with the mean of the days before, those without an order included', () => {
  const at = (hour: number) => new Date(`2026-03-10T${String(hour).padStart(2, '0')}:30:00-03:00`)
  const hours = compareHourlyOrderCounts([at(9), at(9)], [[at(9)], [], [at(9), at(10)], []])
  expect(hours).toHaveLength(24)
  expect([hours[9], hours[10]]).toEqual([
    { hour: 9, orderCount: 2, previousMeanCount: 0.5 },
    { hour: 10, orderCount: 0, previousMeanCount: 0.25 },
  ])
})

test.each([
  [[], 0.5, null],
  [[7], 0.5, 7],
  [[7], 0.9, 7],
  [[1, 3], 0.5, 1],
  [[3, 1, 2], 0.5, 2],
  [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 0.9, 9],
  [[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 0.9, 10],
  [[100, 20, 3], 0.5, 20],
])('of %j minutes the share %d is within %j', (minutes, share, within) => {
  expect(computePercentile(minutes, share)).toBe(within)
})

test('a percentile is one of the values, at least so many are not above it, and the values stay as they were', () => {
  const anyMinutes = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(anyMinutes, fc.constantFrom(0.1, 0.5, 0.9, 1), (minutes, share) => {
      const before = [...minutes]
      const within = computePercentile(minutes, share) ?? -1
      expect(minutes).toEqual(before)
      expect(minutes).toContain(within)
      expect(minutes.filter((value) => value <= within).length).toBeGreaterThanOrEqual(share * minutes.length)
      expect(minutes.filter((value) => value < within).length).toBeLessThan(share * minutes.length)
    }),
  )
})
