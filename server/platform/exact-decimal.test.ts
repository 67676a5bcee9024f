import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseHundredths } from './exact-decimal.ts'

test.each(['37.00', '37.0', '37', 37, 37.0, '037.00'])('%j is 37 reais', (amount) => {
  expect(parseHundredths(amount)).toBe(3700)
})

test.each([
  '37.000',
  '37,00',
  '37.',
  '.37',
  '1.000.00',
  '1e3',
  '-37.00',
  '+37.00',
  ' 37.00',
  '37.00\n',
  '0x25',
  '',
  37.001,
  -37,
  0.1 + 0.2,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  undefined,
  true,
  ['37.00'],
  {},
])('%j is no amount', (amount) => {
  expect(parseHundredths(amount)).toBeNull()
})

test('each number of cents is read as itself, as a text and as a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      expect(parseHundredths(text)).toBe(cents)
      expect(parseHundredths(Number(text))).toBe(cents)
    }),
  )
})
