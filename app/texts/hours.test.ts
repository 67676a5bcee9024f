import { expect, test } from 'vitest'
import { atHour, formatHours, fromHour } from './dates.ts'
import { formatNextOpening, formatPromisedTime } from './delivery-promise.ts'
import { formatWeek } from './stores.ts'

test.each([
  ['0h', 'à 0h', 'da 0h'],
  ['1h30', 'à 1h30', 'da 1h30'],
  ['2h', 'às 2h', 'das 2h'],
  ['10h', 'às 10h', 'das 10h'],
  ['14h05', 'às 14h05', 'das 14h05'],
])('an hour agrees with its article: %s', (time, at, from) => {
  expect([atHour(time), fromHour(time)]).toEqual([at, from])
})

test('so do the sentences of stores, deliveries and openings', () => {
  expect(formatHours('0h', '1h')).toBe('da 0h à 1h')
  expect(formatWeek(Array.from({ length: 7 }, () => [['01:00', '09:00']]))).toEqual(['Todos os dias, da 1h às 9h'])
  const atNight = new Date('2026-03-11T01:00:00-03:00')
  expect(formatNextOpening(atNight, new Date('2026-03-10T12:00:00-03:00'))).toBe('a partir da 1h')
  expect(formatPromisedTime({ from: atNight, to: new Date('2026-03-11T03:00:00-03:00') })).toBe(
    'quarta-feira, 11 de março, da 1h às 3h',
  )
})
