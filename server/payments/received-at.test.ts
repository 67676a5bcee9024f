import { expect, test } from 'vitest'
import { findPlausibleReceivedAt } from './received-at.ts'

const createdAt = new Date('2026-03-10T12:00:00.000Z')
const now = new Date('2026-03-10T13:00:00.000Z')

test.each([
  ['while the charge waited', '2026-03-10T12:30:00.000Z', true],
  ['as it was made', '2026-03-10T12:00:00.000Z', true],
  ['five minutes before, by a slow clock', '2026-03-10T11:55:00.000Z', true],
  ['longer before', '2026-03-10T11:54:59.999Z', false],
  ['now', '2026-03-10T13:00:00.000Z', true],
  ['in five minutes, by a fast clock', '2026-03-10T13:05:00.000Z', true],
  ['later than that', '2026-03-10T13:05:00.001Z', false],
  ['three hours before, a local time written as UTC', '2026-03-10T09:30:00.000Z', false],
])('that a payment came %s is believed, or not', (_, time, isBelieved) => {
  const receivedAt = new Date(time)
  expect(findPlausibleReceivedAt({ receivedAt }, { createdAt }, now)).toEqual(isBelieved ? receivedAt : null)
})

test('of a payment without a time the time of the reading counts', () => {
  expect(findPlausibleReceivedAt({ receivedAt: null }, { createdAt }, now)).toBeNull()
})
