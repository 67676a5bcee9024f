import { expect, test } from 'vitest'
import { formatDateAndTime, formatTime } from './dates.ts'

test('an hour is written without a zero before it, alone as after its day, and a full one without minutes', () => {
  const instants = [
    '2026-11-20T07:05-03:00',
    '2026-11-20T07:00-03:00',
    '2026-11-20T00:15-03:00',
    '2026-11-20T14:05-03:00',
  ]
  const dates = instants.map((instant) => new Date(instant))
  expect(dates.map(formatTime)).toEqual(['7h05', '7h', '0h15', '14h05'])
  expect(dates.map(formatDateAndTime)).toEqual(['7h05', '7h', '0h15', '14h05'].map((time) => `20/11/2026, ${time}`))
})
