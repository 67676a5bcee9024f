import { expect, test } from 'vitest'
import {
  findComparedDays,
  findDaysBefore,
  findNextPeriod,
  findPeriod,
  findPreviousPeriod,
  listDays,
} from './sales-periods.ts'

test.each([
  ['day', '2028-02-29', '2028-02-29', '2028-02-29'],
  ['week', '2026-11-16', '2026-11-16', '2026-11-22'],
  ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['week', '2026-01-01', '2025-12-29', '2026-01-04'],
  ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['month', '2026-02-01', '2026-02-01', '2026-02-28'],
  ['month', '2026-12-31', '2026-12-01', '2026-12-31'],
] as const)('the %s of %s runs from %s to %s', (period, day, firstDay, lastDay) => {
  expect(findPeriod(period, day)).toEqual({ firstDay, lastDay })
})

test.each([
  ['day', '2028-03-01', '2028-02-29', '2028-02-29'],
  ['week', '2026-11-16', '2026-11-09', '2026-11-09'],
  ['week', '2026-11-20', '2026-11-09', '2026-11-13'],
  ['week', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['month', '2026-11-20', '2026-10-01', '2026-10-20'],
  ['month', '2026-01-05', '2025-12-01', '2025-12-05'],
  // The month before has fewer days: all of it.
  ['month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['month', '2028-03-30', '2028-02-01', '2028-02-29'],
  // It has more: as many.
  ['month', '2028-02-29', '2028-01-01', '2028-01-29'],
] as const)('the %s up to %s is compared with %s to %s', (period, day, firstDay, lastDay) => {
  expect(findComparedDays(period, day)).toEqual({ firstDay, lastDay })
})

test('periods follow each other without a gap', () => {
  for (const period of ['day', 'week', 'month'] as const) {
    const { firstDay, lastDay } = findPeriod(period, '2028-02-29')
    const [before, after] = [findPreviousPeriod(period, firstDay), findNextPeriod(period, lastDay)]
    expect(listDays({ firstDay: before.lastDay, lastDay: firstDay })).toHaveLength(2)
    expect(listDays({ firstDay: lastDay, lastDay: after.firstDay })).toHaveLength(2)
  }
})

test('chosen days are compared with as many just before', () => {
  expect(findDaysBefore({ firstDay: '2026-03-03', lastDay: '2026-03-05' })).toEqual({
    firstDay: '2026-02-28',
    lastDay: '2026-03-02',
  })
})
