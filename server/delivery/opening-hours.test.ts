import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../app/texts/days.ts'
import { formatOpeningStatus } from '../../app/texts/stores.ts'
import { toInstant, toWallTime } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'
import {
  addOpenMinutes,
  closingAt,
  type DayHours,
  endOfOpenDay,
  isOpenAt,
  isOpenOn,
  isOpenThroughout,
  nextChangeAt,
  nextOpeningAt,
  type OpeningHours,
  resolveYearlyDays,
  toDailyWeek,
  toOpeningHours,
} from './opening-hours.ts'

const daily = (openTime: string, closeTime: string, specialDays: Record<string, DayHours | null> = {}) =>
  toOpeningHours(toDailyWeek([openTime, closeTime]), specialDays)
test('a day of every year is the next one that comes, unless its year has hours of its own', () => {
  const days: Record<string, DayHours | null> = {
    '12-25': null,
    '01-01': null,
    '02-29': null,
    '2026-12-25': ['08:00', '12:00'],
  }
  expect(resolveYearlyDays(days, '2026-11-30')).toEqual({ '2026-12-25': ['08:00', '12:00'], '2027-01-01': null })
  expect(resolveYearlyDays(days, '2027-01-02')).toEqual({
    ...{ '2026-12-25': ['08:00', '12:00'], '2027-01-01': null, '2027-12-25': null },
  })
  expect(resolveYearlyDays({ '02-29': null }, '2028-01-01')).toEqual({ '2028-02-29': null })
})

const hour = 60
/** Open on weekdays with a break at noon, on Saturday until two at night, on Sunday never. */
const brokenWeek: OpeningHours = {
  week: [
    [],
    ...Array.from({ length: 5 }, () => [
      { from: 8 * hour, to: 12 * hour },
      { from: 14 * hour, to: 18 * hour },
    ]),
    [{ from: 20 * hour, to: 26 * hour }],
  ],
  specialDays: {},
}
const december = (day: number, time: string) => new Date(`2026-12-${day}T${time}:00-03:00`)

/** Those of the instants at which a shop with these hours is open. */
const openAt = (hours: DayHours, ...instants: string[]) =>
  instants.filter((instant) => isOpenAt(new Date(instant), daily(...hours)))

test('a shop is open from its opening minute until its closing minute begins', () => {
  const minutes = [
    '2026-03-10T06:59:59.999-03:00',
    '2026-03-10T07:00:00.000-03:00',
    '2026-03-10T21:59:59.999-03:00',
    '2026-03-10T22:00:00.000-03:00',
    '2026-03-10T23:59:00.000-03:00',
    '2026-03-11T00:00:00.000-03:00',
  ]
  expect(openAt(['07:00', '22:00'], ...minutes)).toEqual(minutes.slice(1, 3))
})

test('the same hours count on every day of the week, whatever day it is elsewhere', () => {
  // In London and in Auckland it is Sunday, or Monday, already.
  const sunday = ['2026-03-07T23:29:00-03:00', '2026-03-07T23:30:00-03:00', '2026-03-08T23:29:59-03:00']
  expect(openAt(['06:00', '23:30'], ...sunday)).toEqual([sunday[0], sunday[2]])
})

test('a shop that closes after midnight stays open over it', () => {
  const night = [
    '2026-03-10T17:59:00-03:00',
    '2026-03-10T18:00:00-03:00',
    '2026-03-10T23:59:00-03:00',
    '2026-03-11T00:00:00-03:00',
    '2026-03-11T01:59:59-03:00',
    '2026-03-11T02:00:00-03:00',
  ]
  expect(openAt(['18:00', '02:00'], ...night)).toEqual(night.slice(1, 5))
})

test('a shop that closes at the minute it opens never closes', () => {
  const day = ['2026-03-10T00:00:00-03:00', '2026-03-10T12:00:00-03:00', '2026-03-10T23:59:59-03:00']
  expect(openAt(['00:00', '00:00'], ...day)).toEqual(day)
  expect(openAt(['00:00', '24:00'], ...day)).toEqual(day)
})

test('in the years of daylight-saving time the hours are the clock’s on the wall', () => {
  // Summer of 2018: two hours behind Greenwich; winter: three.
  const summer = ['2018-01-15T08:59:59Z', '2018-01-15T09:00:00Z', '2018-01-15T23:59:59Z', '2018-01-16T00:00:00Z']
  expect(openAt(['07:00', '22:00'], ...summer)).toEqual(summer.slice(1, 3))
  const winter = ['2018-07-15T09:59:59Z', '2018-07-15T10:00:00Z', '2018-07-16T00:59:59Z', '2018-07-16T01:00:00Z']
  expect(openAt(['07:00', '22:00'], ...winter)).toEqual(winter.slice(1, 3))
  // On 4 November 2018 the clock went from 23:59 to 01:00: closing time, 00:30, never came, and the shop closed anyway.
  const night = ['2018-11-04T02:59:59Z', '2018-11-04T03:00:00Z']
  expect(openAt(['18:00', '00:30'], ...night)).toEqual(night.slice(0, 1))
})

test('the day on which summer time begins is not skipped, and closes when the wall says so', () => {
  const hours = daily('07:00', '22:00')
  expect(nextOpeningAt(new Date('2018-11-03T23:30:00-03:00'), hours)).toEqual(new Date('2018-11-04T07:00:00-02:00'))
  expect(closingAt(new Date('2018-11-04T12:00:00-02:00'), hours)).toEqual(new Date('2018-11-04T22:00:00-02:00'))
  // The hour that comes twice on 16 February 2019 does not open a shop again that has closed in the first one.
  const lateHours = daily('07:00', '23:30')
  expect(closingAt(new Date('2019-02-16T20:00:00-02:00'), lateHours)).toEqual(new Date('2019-02-16T23:30:00-02:00'))
  expect(isOpenAt(new Date('2019-02-16T23:10:00-03:00'), lateHours)).toBe(false)
})

test.each([
  ['in the day', 30, '2026-03-10T12:00:00-03:00', '2026-03-10T12:30:00-03:00'],
  ['half an hour before closing', 30, '2026-03-10T21:30:00-03:00', '2026-03-10T22:00:00-03:00'],
  ['in the last minute', 30, '2026-03-10T21:59:00-03:00', '2026-03-11T07:29:00-03:00'],
  ['at closing time', 30, '2026-03-10T22:00:00-03:00', '2026-03-11T07:30:00-03:00'],
  ['after midnight', 30, '2026-03-11T00:30:00-03:00', '2026-03-11T07:30:00-03:00'],
  ['a minute before opening', 30, '2026-03-11T06:59:00-03:00', '2026-03-11T07:30:00-03:00'],
  ['for longer than a day is open', 24 * 60, '2026-03-10T21:00:00-03:00', '2026-03-12T15:00:00-03:00'],
])('begun %s, work of %i minutes rests while the shop is closed', (_when, minutes, begun, done) => {
  expect(addOpenMinutes(new Date(begun), minutes, daily('07:00', '22:00'))).toEqual(new Date(done))
})

test('work that does not fit goes on at the next opening: on a day that closes early, over midnight, round the clock', () => {
  const earlyHours = daily('07:00', '22:00', { '2026-12-24': ['07:00', '13:00'], '2026-12-25': null })
  expect(addOpenMinutes(december(24, '12:45'), 90, earlyHours)).toEqual(december(26, '08:15'))
  const nightHours = daily('08:00', '02:00')
  expect(addOpenMinutes(december(11, '01:45'), 60, nightHours)).toEqual(december(11, '08:45'))
  expect(addOpenMinutes(december(11, '23:30'), 60, nightHours)).toEqual(december(12, '00:30'))
  expect(addOpenMinutes(december(11, '23:30'), 24 * 60, daily('00:00', '00:00'))).toEqual(december(12, '23:30'))
  expect(addOpenMinutes(december(11, '20:45'), 0, daily('08:00', '21:00'))).toEqual(december(11, '20:45'))
  expect(addOpenMinutes(december(11, '11:50'), 30, brokenWeek)).toEqual(december(11, '14:20'))
})

test('a day with other hours, or closed, counts in place of the usual ones', () => {
  const hours = daily('07:00', '22:00', { '2026-12-24': ['07:00', '14:00'], '2026-12-25': null })
  expect(isOpenAt(december(24, '13:59'), hours)).toBe(true)
  expect(isOpenAt(december(24, '14:00'), hours)).toBe(false)
  expect(isOpenAt(december(25, '12:00'), hours)).toBe(false)
  expect(nextOpeningAt(december(24, '15:00'), hours)).toEqual(december(26, '07:00'))
  expect(closingAt(december(24, '12:00'), hours)).toEqual(december(24, '14:00'))
  expect(closingAt(december(25, '12:00'), hours)).toBeNull()
  expect(['2026-12-24', '2026-12-25'].map((day) => isOpenOn(day, hours))).toEqual([true, false])
})

test('what opened before midnight is open until it closes, though the next day is a closed one', () => {
  const hours = daily('18:00', '02:00', { '2026-12-25': null })
  expect(isOpenAt(december(25, '01:59'), hours)).toBe(true)
  expect(isOpenAt(december(25, '18:30'), hours)).toBe(false)
  expect(isOpenAt(december(26, '01:00'), hours)).toBe(false)
  expect(closingAt(december(24, '20:00'), hours)).toEqual(december(25, '02:00'))
  expect(isOpenOn('2026-12-25', hours)).toBe(true)
})

test('a week has breaks, nights and closed days', () => {
  // The 11th is a Friday.
  expect(nextOpeningAt(december(11, '12:30'), brokenWeek)).toEqual(december(11, '14:00'))
  expect(closingAt(december(11, '09:00'), brokenWeek)).toEqual(december(11, '12:00'))
  expect(nextOpeningAt(december(11, '19:00'), brokenWeek)).toEqual(december(12, '20:00'))
  expect(isOpenAt(december(13, '01:59'), brokenWeek)).toBe(true)
  expect(nextOpeningAt(december(13, '02:00'), brokenWeek)).toEqual(december(14, '08:00'))
  expect(isOpenThroughout(december(11, '11:00'), december(11, '12:00'), brokenWeek)).toBe(true)
  expect(isOpenThroughout(december(11, '11:00'), december(11, '15:00'), brokenWeek)).toBe(false)
})

test('the day at which a shop is open next ends with its last closing', () => {
  expect(endOfOpenDay(december(11, '09:00'), brokenWeek)).toEqual(december(11, '18:00'))
  expect(endOfOpenDay(december(11, '19:00'), brokenWeek)).toEqual(december(13, '02:00'))
  expect(endOfOpenDay(december(13, '01:00'), brokenWeek)).toEqual(december(13, '02:00'))
  expect(endOfOpenDay(december(11, '09:00'), daily('00:00', '00:00'))).toEqual(december(12, '00:00'))
  expect(endOfOpenDay(december(11, '09:00'), daily('07:00', '07:00'))).toEqual(december(12, '07:00'))
})

test('a shop that opens no more says so, and promises nothing', () => {
  const hours = { week: Array.from({ length: 7 }, () => []), specialDays: {} }
  const now = december(11, '09:00')
  expect([nextOpeningAt(now, hours), closingAt(now, hours), nextChangeAt(now, hours)]).toEqual([null, null, null])
  expect(addOpenMinutes(now, 30, hours)).toBeNull()
  expect(formatOpeningStatus({ isOpen: false, changesAt: null }, now)).toBe('Fechada agora')
})

test.each([
  ['2026-12-23T12:00:00-03:00', 'Aberta até 22h'],
  ['2026-12-24T12:00:00-03:00', 'Aberta até 14h'],
  ['2026-12-24T15:00:00-03:00', 'Fechada agora, abre sábado, 26 de dezembro, às 7h'],
  ['2026-12-25T23:00:00-03:00', 'Fechada agora, abre amanhã, às 7h'],
  ['2026-12-26T06:00:00-03:00', 'Fechada agora, abre às 7h'],
])('before and after a holiday a store says when it really closes and opens: %s', (at, sentence) => {
  const hours = daily('07:00', '22:00', { '2026-12-24': ['07:00', '14:00'], '2026-12-25': null })
  const now = new Date(at)
  expect(formatOpeningStatus({ isOpen: isOpenAt(now, hours), changesAt: nextChangeAt(now, hours) }, now)).toBe(sentence)
})

test('a store that is open over midnight closes after it, and one that never closes says no time', () => {
  const now = december(24, '23:00')
  const messageFor = (openTime: string, closeTime: string) =>
    formatOpeningStatus({ isOpen: true, changesAt: nextChangeAt(now, daily(openTime, closeTime)) }, now)
  expect(messageFor('18:00', '02:00')).toBe('Aberta até 2h')
  expect(messageFor('00:00', '00:00')).toBe('Aberta 24 horas')
})

const anyTimeZone = fc.constantFrom('America/Sao_Paulo', 'America/Santiago', 'Europe/Berlin')
const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 48 }))
  .map(([from, length]) => ({ from: from * 30, to: (from + length) * 30 }))
/** Up to three ranges a day that neither touch nor overlap, the last one perhaps past midnight. */
const anyDayHours = fc.array(anyRange, { maxLength: 3 }).map((ranges) =>
  ranges
    .sort((a, b) => a.from - b.from)
    .filter((range, index, all) => index === 0 || (all[index - 1]?.to ?? 0) < range.from)
    .filter(({ to }, index, all) => index === all.length - 1 || to <= 1440),
)
const anyDay = fc.integer({ min: 0, max: 3652 }).map((days) => addDays('2016-01-01', days))
const anyHours = fc.record({
  week: fc.array(anyDayHours, { minLength: 7, maxLength: 7 }),
  specialDays: fc.dictionary(anyDay, anyDayHours, { maxKeys: 3 }),
})
/** Days around the changes of summer time, of 2018 and 2019 above all, as often as any others. */
const anyInstant = fc
  .tuple(
    fc.oneof(
      anyDay,
      fc.constantFrom('2018-11-03', '2018-11-04', '2019-02-16', '2019-02-17', '2018-03-25', '2019-10-27'),
    ),
    fc.integer({ min: 0, max: 1439 }),
  )
  .map(([day, minute]) => new Date(Date.parse(day) + minute * 60_000))

/** By the wall alone, range by range: a slow second opinion. */
function isOpenByTheWall(instant: Date, { week, specialDays }: OpeningHours, timeZone: string): boolean {
  const { day } = toWallTime(instant, timeZone)
  return [-1, 0].some((days) => {
    const openingDay = addDays(day, days)
    return (specialDays[openingDay] ?? week[weekdayOf(openingDay)] ?? []).some(
      ({ from, to }) =>
        toInstant(openingDay, from, timeZone) <= instant && instant < toInstant(openingDay, to, timeZone),
    )
  })
}

test('in each zone, through ten years, next openings and closings are where a look at each minute finds them', () => {
  fc.assert(
    fc.property(anyTimeZone, anyInstant, anyHours, (timeZone, instant, hours) => {
      const isOpen = isOpenByTheWall(instant, hours, timeZone)
      expect(isOpenAt(instant, hours, timeZone)).toBe(isOpen)
      const change = nextChangeAt(instant, hours, timeZone)
      // Two days of half hours: every range begins and ends at one.
      const lastMs = Math.min(change?.getTime() ?? Number.POSITIVE_INFINITY, addMinutes(instant, 2880).getTime())
      for (let ms = instant.getTime(); ms < lastMs; ms += 1_800_000)
        expect(isOpenByTheWall(new Date(ms), hours, timeZone)).toBe(isOpen)
      if (change && !isOpen) expect(isOpenByTheWall(change, hours, timeZone)).toBe(true)
      if (change && isOpen) expect(isOpenByTheWall(change, hours, timeZone)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('in each zone, through ten years, work takes exactly its minutes of open shop, and ends while it is open', () => {
  fc.assert(
    fc.property(
      ...([anyTimeZone, anyInstant, anyHours, fc.integer({ min: 1, max: 600 })] as const),
      (timeZone, instant, hours, minutes) => {
        const done = addOpenMinutes(instant, minutes, hours, timeZone)
        if (!done) return expect(nextOpeningAt(addMinutes(instant, 600), hours, timeZone)).toBeNull()
        expect(isOpenAt(new Date(done.getTime() - 1), hours, timeZone)).toBe(true)
        let openMinutes = 0
        for (let ms = instant.getTime(); ms < done.getTime(); ms += 60_000)
          if (isOpenAt(new Date(ms), hours, timeZone)) openMinutes += 1
        expect(openMinutes).toBe(minutes)
      },
    ),
    { numRuns: 60 },
  )
})
