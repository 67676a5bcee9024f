import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateInstallments } from './installments.ts'

const limits = { maxInstallments: 6, minInstallmentCents: 2_000 }

test.each([
  [1, { count: 1, firstCents: 1, eachCents: 1 }],
  [3_999, { count: 1, firstCents: 3_999, eachCents: 3_999 }],
  [4_000, { count: 2, firstCents: 2_000, eachCents: 2_000 }],
  [6_001, { count: 3, firstCents: 2_001, eachCents: 2_000 }],
  [12_005, { count: 6, firstCents: 2_005, eachCents: 2_000 }],
  [1_000_000, { count: 6, firstCents: 166_670, eachCents: 166_666 }],
])('%i cents are paid in as many installments as the shop allows', (cents, installments) => {
  expect(calculateInstallments(cents, limits)).toEqual(installments)
})

test('a shop without a minimum is limited by the count alone', () => {
  expect(calculateInstallments(10, { maxInstallments: 3, minInstallmentCents: 0 })).toMatchObject({ count: 3 })
  expect(calculateInstallments(2, { maxInstallments: 3, minInstallmentCents: 0 })).toMatchObject({ count: 2 })
})

test('installments add up, none is below the minimum where there are several, and the first has the odd cents', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 10_000 }),
      (cents, maxInstallments, minInstallmentCents) => {
        const { count, firstCents, eachCents } = calculateInstallments(cents, { maxInstallments, minInstallmentCents })
        expect(firstCents + eachCents * (count - 1)).toBe(cents)
        expect(firstCents - eachCents).toBeLessThan(count)
        expect(firstCents).toBeGreaterThanOrEqual(eachCents)
        expect(count).toBeLessThanOrEqual(maxInstallments)
        if (count > 1) expect(eachCents).toBeGreaterThanOrEqual(minInstallmentCents)
      },
    ),
  )
})
