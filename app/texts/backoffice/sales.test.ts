import { expect, test } from 'vitest'
import { formatChange, formatDayRange, formatShortDay } from './sales.ts'

test.each([
  ['2026-11-16', '2026-11-16', '16/11/2026'],
  ['2026-11-16', '2026-11-22', '16 a 22/11/2026'],
  ['2026-10-28', '2026-11-03', '28/10 a 03/11/2026'],
  ['2025-12-29', '2026-01-04', '29/12/2025 a 04/01/2026'],
])('the days from %s to %s are %s', (firstDay, lastDay, said) => {
  expect(formatDayRange({ firstDay, lastDay })).toBe(said)
})

test.each([
  [1066, 1000, '+6,6%'],
  [970, 1000, '−3,0%'],
  [1000, 1000, '0,0%'],
  [1, 3, '−66,7%'],
  [200_000, 100, '+199.900,0%'],
  [0, 1000, '−100,0%'],
  [5, 0, null],
])('%i after %i has changed by %s', (value, before, said) => {
  expect(formatChange(value, before)).toBe(said)
})

test('a day has its weekday', () => {
  expect(formatShortDay('2026-11-16')).toBe('seg,\u00a016/11')
})
