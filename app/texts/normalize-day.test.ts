import { expect, test } from 'vitest'
import { normalizeDay } from './normalize-day.ts'

test.each([
  '1988-04-12',
  '12/04/1988',
  '12/4/1988',
  '12-04-1988',
  '12.4.1988',
  '12 04 1988',
  '12041988',
  ' 12/04/1988 ',
])('the day typed as %j is read', (typed) => {
  expect(normalizeDay(typed)).toBe('1988-04-12')
})

test.each(['', '12/04/88', '1988/04/12', 'ontem'])('what is no day, %j, stays as it was typed', (typed) => {
  expect(normalizeDay(typed)).toBe(typed)
})
