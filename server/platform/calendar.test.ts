import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../app/texts/days.ts'
import {
  addShopDays,
  isValidDay,
  parseShopDateTime,
  startOfShopDay,
  toInstant,
  toShopDay,
  toWallTime,
} from './calendar.ts'

/** The shop's, which had summer time until 2019, one more of the south and one of the north. */
const timeZones = ['America/Sao_Paulo', 'America/Santiago', 'Europe/Berlin']
const anyTimeZone = fc.constantFrom(...timeZones)
/** What the wall shows, as a number that grows with it. */
const toMinutes = (instant: Date, timeZone: string) => {
  const { day, minuteOfDay } = toWallTime(instant, timeZone)
  return Date.parse(day) / 60_000 + minuteOfDay
}
/** Ten years of days. */
const anyDay = fc.integer({ min: 0, max: 3652 }).map((days) => addDays('2016-01-01', days))

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
  // The day that begins at one in the morning, and the one that has an hour twice.
  expect(['2018-11-04', '2019-02-16'].map(isValidDay)).toEqual([true, true])
})

test('when summer time begins, nine o’clock is nine o’clock, and the hour that is skipped is the change', () => {
  // On 4 November 2018 the clock went from 23:59 to 01:00.
  expect(parseShopDateTime('2018-11-04T09:00')).toEqual(new Date('2018-11-04T11:00:00Z'))
  expect(parseShopDateTime('2018-11-04T23:30')).toEqual(new Date('2018-11-05T01:30:00Z'))
  expect(parseShopDateTime('2018-11-04T00:30')).toEqual(new Date('2018-11-04T03:00:00Z'))
  expect(toInstant('2018-11-03', 24 * 60 + 30)).toEqual(new Date('2018-11-04T03:00:00Z'))
})

test('when summer time ends, the first of the two hours counts, and midnight comes after the second', () => {
  // On 17 February 2019 midnight was 23:00 of the 16th again.
  expect(parseShopDateTime('2019-02-16T23:15')).toEqual(new Date('2019-02-17T01:15:00Z'))
  expect(startOfShopDay('2019-02-17')).toEqual(new Date('2019-02-17T03:00:00Z'))
  expect(parseShopDateTime('2019-02-17T09:00')).toEqual(new Date('2019-02-17T12:00:00Z'))
})

test('east of Greenwich, too, the first of two hours counts', () => {
  // On 26 October 2025 the clock in Berlin went from 02:59 to 02:00.
  expect(toInstant('2025-10-26', 150, 'Europe/Berlin')).toEqual(new Date('2025-10-26T00:30:00Z'))
})

test('so many days later is the same time on the wall', () => {
  expect(addShopDays(new Date('2018-11-03T23:30:10-03:00'), 1)).toEqual(new Date('2018-11-04T23:30:10-02:00'))
  expect(addShopDays(new Date('2019-02-16T22:30:00-02:00'), 1)).toEqual(new Date('2019-02-17T22:30:00-03:00'))
})

test('in each zone, through ten years, a time of a day is the wall’s, or the first one after a change', () => {
  fc.assert(
    fc.property(anyTimeZone, anyDay, fc.integer({ min: 0, max: 1439 }), (timeZone, day, minuteOfDay) => {
      const instant = toInstant(day, minuteOfDay, timeZone)
      const skippedMinutes = toMinutes(instant, timeZone) - (Date.parse(day) / 60_000 + minuteOfDay)
      if (skippedMinutes === 0) return
      // A minute of the wall was skipped between the instant and the millisecond before it.
      expect(skippedMinutes).toBeGreaterThan(0)
      const minutesBefore = toMinutes(new Date(instant.getTime() - 1), timeZone)
      expect(minutesBefore).toBeLessThan(toMinutes(instant, timeZone) - skippedMinutes)
    }),
    { numRuns: 3000 },
  )
})

test('in each zone, through ten years, later on the wall is never earlier in time, and days have no hole between them', () => {
  for (const timeZone of timeZones)
    for (let day = '2016-01-01'; day < '2026-01-01'; day = addDays(day, 1)) {
      const midnight = toInstant(day, 0, timeZone)
      expect([day, toShopDay(midnight, timeZone)]).toEqual([day, day])
      expect([day, toShopDay(new Date(midnight.getTime() - 1), timeZone)]).toEqual([day, addDays(day, -1)])
      expect(toInstant(addDays(day, -1), 24 * 60, timeZone)).toEqual(midnight)
    }
  fc.assert(
    fc.property(
      ...([anyTimeZone, anyDay, fc.integer({ min: 0, max: 2880 }), fc.integer({ min: 0, max: 600 })] as const),
      (timeZone, day, minuteOfDay, later) => {
        expect(toInstant(day, minuteOfDay + later, timeZone) >= toInstant(day, minuteOfDay, timeZone)).toBe(true)
      },
    ),
  )
})
