import { expect, test } from 'vitest'
import { addDays, countDaysBetween, weekdayOf } from './days.ts'

test('days of the calendar follow each other through months, leap years and back', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(countDaysBetween('2018-11-03', '2018-11-05')).toBe(2)
  expect(countDaysBetween('2026-03-10', '2026-03-09')).toBe(-1)
  expect(['2026-03-08', '2026-03-14'].map(weekdayOf)).toEqual([0, 6])
})
