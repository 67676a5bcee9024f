import { expect, test } from 'vitest'
import { formatOpeningStatus } from '../../app/texts/stores.ts'
import {
  calculatePromisedAt,
  findClosingInstant,
  findNextOpening,
  findNextOpeningChange,
  isOpenAt,
  isOpenAtLocalTime,
  opensLaterToday,
} from './opening-hours.ts'

/** Those of the instants at which a shop with these hours is open. */
const openAt = (hours: [open: string, close: string], ...instants: string[]) =>
  instants.filter((instant) => isOpenAt(new Date(instant), { openTime: hours[0], closeTime: hours[1] }))

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

test('before its opening time a closed shop opens today, after it tomorrow', () => {
  expect(opensLaterToday(new Date('2026-03-10T06:59:59-03:00'), { openTime: '07:00', closeTime: '22:00' })).toBe(true)
  expect(opensLaterToday(new Date('2026-03-10T07:00:00-03:00'), { openTime: '07:00', closeTime: '22:00' })).toBe(false)
  expect(opensLaterToday(new Date('2026-03-10T23:59:00-03:00'), { openTime: '07:00', closeTime: '22:00' })).toBe(false)
})

test.each([
  ['in the day', '2026-03-10T12:00:00-03:00', '2026-03-10T12:30:00-03:00'],
  ['in the last minute', '2026-03-10T21:59:00-03:00', '2026-03-10T22:29:00-03:00'],
  ['at closing time', '2026-03-10T22:00:00-03:00', '2026-03-11T07:30:00-03:00'],
  ['after midnight', '2026-03-11T00:30:00-03:00', '2026-03-11T07:30:00-03:00'],
  ['a minute before opening', '2026-03-11T06:59:00-03:00', '2026-03-11T07:30:00-03:00'],
])('paid %s, an order is promised for the estimate after that or after the next opening', (_when, paid, promised) => {
  const hours = { openTime: '07:00', closeTime: '22:00' }
  expect(calculatePromisedAt(new Date(paid), hours, 30)).toEqual(new Date(promised))
})

test('a day with other hours, or closed, counts in place of the usual ones', () => {
  const hours = {
    openTime: '07:00',
    closeTime: '22:00',
    specialDays: { '2026-12-24': ['07:00', '14:00'] as [string, string], '2026-12-25': null },
  }
  expect(isOpenAt(new Date('2026-12-24T13:59:00-03:00'), hours)).toBe(true)
  expect(isOpenAt(new Date('2026-12-24T14:00:00-03:00'), hours)).toBe(false)
  expect(isOpenAt(new Date('2026-12-25T12:00:00-03:00'), hours)).toBe(false)
  expect(opensLaterToday(new Date('2026-12-25T06:00:00-03:00'), hours)).toBe(false)
  expect(findNextOpening(new Date('2026-12-24T15:00:00-03:00'), hours)).toEqual(new Date('2026-12-26T07:00:00-03:00'))
  expect(calculatePromisedAt(new Date('2026-12-24T15:00:00-03:00'), hours, 30)).toEqual(
    new Date('2026-12-26T07:30:00-03:00'),
  )
  expect(findClosingInstant('2026-12-24', hours)).toEqual(new Date('2026-12-24T14:00:00-03:00'))
  expect(findClosingInstant('2026-12-25', hours)).toBeNull()
})

test('what opened before midnight is open until it closes, though the next day is a closed one', () => {
  const hours = { openTime: '18:00', closeTime: '02:00', specialDays: { '2026-12-25': null } }
  expect(isOpenAt(new Date('2026-12-25T01:59:00-03:00'), hours)).toBe(true)
  expect(isOpenAt(new Date('2026-12-25T18:30:00-03:00'), hours)).toBe(false)
  expect(isOpenAt(new Date('2026-12-26T01:00:00-03:00'), hours)).toBe(false)
  expect(findClosingInstant('2026-12-24', hours)).toEqual(new Date('2026-12-25T02:00:00-03:00'))
})

test.each([
  ['2026-12-23T12:00:00-03:00', 'Aberta até 22h'],
  ['2026-12-24T12:00:00-03:00', 'Aberta até 14h'],
  ['2026-12-24T15:00:00-03:00', 'Fechada agora, abre sábado, 26 de dezembro, às 7h'],
  ['2026-12-25T23:00:00-03:00', 'Fechada agora, abre amanhã, às 7h'],
  ['2026-12-26T06:00:00-03:00', 'Fechada agora, abre às 7h'],
])('before and after a holiday a store says when it really closes and opens: %s', (at, sentence) => {
  const hours = {
    openTime: '07:00',
    closeTime: '22:00',
    specialDays: { '2026-12-24': ['07:00', '14:00'] as [string, string], '2026-12-25': null },
  }
  const now = new Date(at)
  expect(formatOpeningStatus({ isOpen: isOpenAt(now, hours), changesAt: findNextOpeningChange(now, hours) }, now)).toBe(
    sentence,
  )
})

test('a store that is open over midnight closes after it, and one that never closes says no time', () => {
  const now = new Date('2026-12-24T23:00:00-03:00')
  const messageFor = (openTime: string, closeTime: string) =>
    formatOpeningStatus({ isOpen: true, changesAt: findNextOpeningChange(now, { openTime, closeTime }) }, now)
  expect(messageFor('18:00', '02:00')).toBe('Aberta até 2h')
  expect(messageFor('00:00', '00:00')).toBe('Aberta 24 horas')
})

test('a time of a day is open or closed as its instant is', () => {
  const hours = { openTime: '18:00', closeTime: '02:00', specialDays: { '2026-12-25': null } }
  for (const day of ['2026-12-24', '2026-12-25', '2026-12-26'])
    for (const time of ['00:00', '01:59', '02:00', '17:59', '18:00', '23:30'])
      expect([day, time, isOpenAtLocalTime(day, time, hours)]).toEqual([
        day,
        time,
        isOpenAt(new Date(`${day}T${time}:00-03:00`), hours),
      ])
})

test('a day that never closes ends with the next one’s beginning', () => {
  const hours = { openTime: '07:00', closeTime: '07:00' }
  expect(findClosingInstant('2026-12-24', hours)).toEqual(new Date('2026-12-25T07:00:00-03:00'))
})
