import { expect, test } from 'vitest'
import { limitToOncePerMinute } from './clock.ts'

test('what happens again and again is told at once, and then once a minute', () => {
  let [now, told] = [Date.parse('2026-03-10T10:00:00Z'), 0]
  const tell = limitToOncePerMinute({ now: () => new Date(now) }, () => {
    told += 1
  })
  const toldAfter = (seconds: number) => {
    now += seconds * 1000
    tell()
    return told
  }
  expect([0, 1, 58, 1, 1, 59].map(toldAfter)).toEqual([1, 1, 1, 2, 2, 3])
})
