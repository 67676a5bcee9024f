import { expect, test } from 'vitest'
import { isValidDay, startOfShopDay, toShopDay } from './calendar.ts'

test('a day of the shop begins at midnight in São Paulo, also across the end of a month and in the summers with another hour', () => {
  expect(toShopDay(new Date('2026-03-10T02:59:59.999Z'))).toBe('2026-03-09')
  expect(toShopDay(new Date('2026-03-10T03:00:00Z'))).toBe('2026-03-10')
  expect(startOfShopDay('2026-01-31', 1)).toEqual(new Date('2026-02-01T03:00:00Z'))
  expect(startOfShopDay('2026-03-01', -1)).toEqual(new Date('2026-02-28T03:00:00Z'))
  expect(startOfShopDay('2017-12-31', 1)).toEqual(new Date('2018-01-01T02:00:00Z'))
})

test('only a day that the calendar has is one', () => {
  expect(['2024-02-29', '2026-02-30', '2026-13-01', '26-01-01', ''].map(isValidDay)).toEqual([
    true,
    ...Array(4).fill(false),
  ])
})
