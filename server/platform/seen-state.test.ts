import { expect, test } from 'vitest'
import { ShopError } from './errors.ts'
import { assertSeen, toSeenHash } from './seen-state.ts'

test('the same state has the same hash, whatever the order of its keys, and a date as its ISO text', () => {
  const day = new Date('2026-03-10T12:00:00Z')
  const shown = toSeenHash({ fee: 990, days: { from: day, to: null }, names: ['a', 'b'] })
  expect(shown).toMatch(/^[\w-]{16}$/)
  expect(toSeenHash({ names: ['a', 'b'], days: { to: null, from: day.toISOString() }, fee: 990 })).toBe(shown)
  expect(toSeenHash({ fee: 990, days: { from: day, to: null }, names: ['b', 'a'] })).not.toBe(shown)
})

test('nothing is a state, too: a field without a value counts as left out, and null is no empty text', () => {
  expect(toSeenHash(undefined)).toBe(toSeenHash(null))
  expect(toSeenHash({ a: 1, b: undefined })).toBe(toSeenHash({ a: 1 }))
  expect(toSeenHash(null)).not.toBe(toSeenHash(''))
})

test('a decision about another state, or one that does not say what it saw, is refused', () => {
  expect(() => assertSeen({ fee: 990 }, toSeenHash({ fee: 990 }))).not.toThrow()
  for (const seenHash of [toSeenHash({ fee: 0 }), '', undefined])
    expect(() => assertSeen({ fee: 990 }, seenHash)).toThrow(new ShopError('page.outdated'))
})
