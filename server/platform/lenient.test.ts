import { expect, test } from 'vitest'
import { z } from 'zod'
import { LenientInstant, lenient, lenientListOf, parseLenientInstant } from './lenient.ts'

test.each([
  ['2026-11-25T13:15:00.000Z', '2026-11-25T13:15:00.000Z'],
  ['2026-11-25T13:15:00z', '2026-11-25T13:15:00.000Z'],
  ['2026-11-25T13:15:00.123456789Z', '2026-11-25T13:15:00.123Z'],
  ['2026-11-25T10:15:00.000-0300', '2026-11-25T13:15:00.000Z'],
  ['2026-11-25T10:15:00-03:00', '2026-11-25T13:15:00.000Z'],
  ['2026-11-25T10:15:00-03', '2026-11-25T13:15:00.000Z'],
  // Without a zone it is the shop's, whatever the machine's is.
  ['2026-11-25T10:15:00', '2026-11-25T13:15:00.000Z'],
  ['2026-11-25 10:15:00.5', '2026-11-25T13:15:00.500Z'],
  ['2026-11-25T10:15', '2026-11-25T13:15:00.000Z'],
])('the time %s is %s', (written, instant) => {
  expect(parseLenientInstant(written)?.toISOString()).toBe(instant)
})

test.each([
  'ontem',
  '25/11/2026 10:15',
  '2026-02-30T10:15:00Z',
  '2026-11-25T25:15:00Z',
  '2026-11-25',
  '',
  1e12,
  null,
  {},
])('%j is no time', (written) => {
  expect(parseLenientInstant(written)).toBeNull()
})

test('what is informative never spoils the whole, and an odd entry of a list spoils itself alone', () => {
  const Answer = z.object({
    at: LenientInstant,
    count: lenient(z.number()),
    rows: lenientListOf(z.object({ id: z.string() })),
  })
  expect(Answer.parse({})).toEqual({ at: null, count: null, rows: { entries: [], oddCount: 0 } })
  expect(Answer.parse({ at: 7, count: '7', rows: [{ id: 'a' }, { id: 1 }, null] })).toEqual({
    at: null,
    count: null,
    rows: { entries: [{ id: 'a' }], oddCount: 2 },
  })
  expect(Answer.parse({ at: null, count: null, rows: null }).rows).toEqual({ entries: [], oddCount: 0 })
  expect(Answer.parse({ rows: 'none' }).rows).toEqual({ entries: [], oddCount: 1 })
})
