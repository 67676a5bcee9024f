import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeHours, composeWindows, toHourFields, toWindowFields } from '../../app/backoffice/week-grid.ts'
import {
  formatDeliveryWindows,
  formatWeeklyHours,
  parseDeliveryWindows,
  parseWeeklyHours,
} from '../../server/delivery/window-formats.ts'

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const refuse = (fault: string): never => {
  throw new Error(fault)
}
const readFrom = (values: Record<string, string>) => (name: string) => values[name] ?? ''

type Hours = [openTime: string, closeTime: string]

/** None, round the clock, or some hours one after another. */
const anyDay = fc.oneof(
  fc.constant<Hours[]>([]),
  fc.constant<Hours[]>([['00:00', '00:00']]),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 1439 }), { minLength: 2, maxLength: 6 })
    .map((minutes) => minutes.sort((a, b) => a - b).map(time))
    .map((times) =>
      Array.from(
        { length: Math.floor(times.length / 2) },
        (_, index): Hours => [times[index * 2] ?? '', times[index * 2 + 1] ?? ''],
      ),
    ),
)
const anyWeek = fc.array(anyDay, { minLength: 7, maxLength: 7 }).filter((week) => week.some((day) => day.length > 0))

test('a week in fields is the same as in its line', () => {
  fc.assert(
    fc.property(anyWeek, (week) => {
      expect(parseWeeklyHours(composeHours(readFrom(toHourFields(week))), refuse)).toEqual(week)
      expect(parseWeeklyHours(formatWeeklyHours(week), refuse)).toEqual(week)
    }),
  )
})

test('windows in fields are the same as in their line', () => {
  const line = 'seg-sex 08:00-10:00 x20 -30 | sáb 08:00-10:00 x20 -60 | sex-dom 18:00-01:00 x4 -0'
  const slots = parseDeliveryWindows(line, refuse)
  const { count, values } = toWindowFields(slots)
  expect(count).toBe(3)
  const again = parseDeliveryWindows(composeWindows(readFrom(values)), refuse)
  expect(formatDeliveryWindows(again)).toBe(formatDeliveryWindows(slots))
})

test.each([
  [
    'a day shown closed whose hours were typed opens',
    { mon_state: 'closed', mon_shown: 'closed', mon_from_1: '8', mon_to_1: '12' },
    'seg 8-12',
  ],
  [
    'a day that was open and is closed now stays closed',
    { mon_state: 'closed', mon_shown: 'open', mon_from_1: '8', mon_to_1: '12' },
    '',
  ],
  ['a time left out is refused by the parser', { mon_state: 'open', mon_shown: 'open', mon_from_1: '8' }, 'seg 8-?'],
  ['an open day without any', { mon_state: 'open', mon_shown: 'closed' }, 'seg vazio'],
])('%s', (_, values, line) => {
  const others = Object.fromEntries(['tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((key) => [`${key}_state`, 'closed']))
  expect(composeHours(readFrom({ ...others, ...values }))).toBe(line)
})
