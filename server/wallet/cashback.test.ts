import { expect, test } from 'vitest'
import { priceUnits } from '../orders/order-net.ts'
import { calculateCashback, calculateCashbackReturn } from './cashback.ts'

const cream = { isPromoAllowed: true, isMedicine: false }

test('cashback is a percentage of what was paid for what is kept, with its share of the coupon', () => {
  const bought = { quantity: 10, fullPriceCents: 4232, discountCents: 0, couponCents: 4232 }
  const due = (units: number, couponCents = bought.couponCents) =>
    calculateCashback([{ ...cream, paidCents: priceUnits({ ...bought, couponCents }, units).paidCents }], 1)
  expect([due(5), due(1), due(1, 0)]).toEqual([190, 38, 42])
})

test('medicines, and what may not be promoted, earn nothing; half a cent is rounded up', () => {
  expect(calculateCashback([{ isPromoAllowed: true, isMedicine: true, paidCents: 10_000 }], 1)).toBe(0)
  expect(calculateCashback([{ isPromoAllowed: false, isMedicine: false, paidCents: 10_000 }], 1)).toBe(0)
  expect([149, 150].map((paidCents) => calculateCashback([{ ...cream, paidCents }], 1))).toEqual([1, 2])
})

test.each([
  [0, 0],
  [3, 5],
  [20, 30],
])('of R$ 1,50 %i percent are %i cents', (percent, cents) => {
  expect(calculateCashback([{ ...cream, paidCents: 150 }], percent)).toBe(cents)
})

test.each([
  ['nothing while all of it is due', 58, 58, 5_000, 0],
  ['what is not due any more', 58, 39, 5_000, 19],
  ['the rest of what was taken back in part', 39, 19, 5_000, 20],
  ['all of it', 58, 0, 58, 58],
  ['what is left of it in the wallet', 58, 0, 57, 57],
  ['nothing of an empty wallet', 58, 0, 0, 0],
  ['nothing where more is due than was credited', 58, 60, 5_000, 0],
])('of a cashback is taken back %s', (_, creditedCents, dueCents, walletCents, returnedCents) => {
  expect(calculateCashbackReturn(creditedCents, dueCents, walletCents)).toBe(returnedCents)
})
