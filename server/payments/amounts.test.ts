import { expect, test } from 'vitest'
import {
  AmountCents,
  createMissingIdNamer,
  PositiveAmountCents,
  ProviderId,
  parseCents,
  toDecimalAmount,
} from './amounts.ts'

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [99, '0.99'],
  [100, '1.00'],
  [3_705, '37.05'],
  [123_456_789, '1234567.89'],
])('%i cents are written "%s", and read as they are written', (cents, amount) => {
  expect(toDecimalAmount(cents)).toBe(amount)
  expect(parseCents(amount)).toBe(cents)
})

test('what is no exact amount is not read', () => {
  for (const amount of ['', '1.001', 'abc', '1,00']) {
    expect(() => parseCents(amount)).toThrow(RangeError)
    expect(AmountCents.safeParse(amount).success).toBe(false)
  }
  expect(AmountCents.parse('0.00')).toBe(0)
})

test('a payment of nothing is none', () => {
  expect(PositiveAmountCents.safeParse('0.00').success).toBe(false)
  expect(PositiveAmountCents.parse('0.01')).toBe(1)
})

test('an id has a hundred characters at most, of any kind but the one that no database stores', () => {
  const takes = (id: string) => ProviderId.safeParse(id).success
  expect(['a', 'é ü', 'x'.repeat(100), '', 'x'.repeat(101), 'a\0b'].map(takes)).toEqual([
    ...[true, true, true, false, false, false],
  ])
})

test('entries without an id are named by their amount, and counted', () => {
  const name = createMissingIdNamer()
  expect([name(100), name(200), name(100), name(100)]).toEqual([
    ...['unnamed-100-1', 'unnamed-200-1', 'unnamed-100-2', 'unnamed-100-3'],
  ])
})
