import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coupon } from './coupon.ts'
import {
  calculateDiscountCents,
  divideCents,
  divideCoupon,
  findCouponRefusal,
  sumEligibleCents,
} from './coupon-discount.ts'

const couponOf = (changes: Partial<Coupon> = {}): Coupon => ({
  ...{
    code: 'DEZ',
    title: 'Dez',
    discountType: 'percent',
    discountValue: 10,
    maxDiscountCents: null,
    isOncePerCustomer: false,
  },
  ...{ firstDay: null, lastDay: null, minimumCents: null, maxUses: null },
  ...(changes as object),
})
const amount = (discountValue: number) => couponOf({ discountType: 'amount', discountValue })

test.each([
  ['ten percent', couponOf(), 10_000, 1_000],
  ['half a cent, rounded up', couponOf(), 1_945, 195],
  ['less than half a cent, rounded down', couponOf(), 1_944, 194],
  ['an amount', amount(500), 10_000, 500],
  ['an amount as high as the bag', amount(500), 500, 499],
  ['more than the bag', amount(5_000), 1_947, 1_946],
  ['everything', couponOf({ discountValue: 100 }), 1_947, 1_946],
  ['the last cent, and so nothing', amount(500), 1, 0],
  ['something of nothing', couponOf(), 0, 0],
  ['at most its maximum', couponOf({ maxDiscountCents: 2_000 }), 100_000, 2_000],
  ['less than its maximum', couponOf({ maxDiscountCents: 2_000 }), 10_000, 1_000],
  ['a maximum as high as the bag', couponOf({ discountValue: 100, maxDiscountCents: 500 }), 500, 499],
])('a coupon takes off %s', (_, coupon, eligibleCents, discountCents) => {
  expect(calculateDiscountCents(coupon, eligibleCents)).toBe(discountCents)
})

const today = '2026-03-10'

test.each([
  ['without limits', {}, 0, 1, null],
  ['on its first day', { firstDay: today }, 0, 1, null],
  ['on its last day', { lastDay: today }, 0, 1, null],
  ['a day before its first', { firstDay: '2026-03-11' }, 0, 1, 'coupon.notToday'],
  ['a day after its last', { lastDay: '2026-03-09' }, 0, 1, 'coupon.notToday'],
  ['before its last use', { maxUses: 3 }, 2, 1, null],
  ['after its last use', { maxUses: 3 }, 3, 1, 'coupon.usedUp'],
  ['used more often than it may by now', { maxUses: 3 }, 4, 1, 'coupon.usedUp'],
  ['for its minimum', { minimumCents: 5_000 }, 0, 5_000, null],
  ['for a cent less than its minimum', { minimumCents: 5_000 }, 0, 4_999, 'coupon.belowMinimum'],
  ['over, used up and for too little', { lastDay: '2026-03-09', maxUses: 0, minimumCents: 2 }, 1, 1, 'coupon.notToday'],
  ['used up, and for too little', { maxUses: 0, minimumCents: 2 }, 1, 1, 'coupon.usedUp'],
])('a coupon %s holds, or says why not', (_, limits, useCount, eligibleCents, refusal) => {
  expect(findCouponRefusal(couponOf(limits), useCount, eligibleCents, today)).toBe(refusal)
})

const lineOf = (totalCents: number, isPromoAllowed = true) => ({ totalCents, product: { isPromoAllowed } })

test('only what may be promoted is discounted, and has a share of the coupon', () => {
  const lines = [lineOf(1_947), lineOf(50_000, false), lineOf(1_000)]
  expect(sumEligibleCents(lines)).toBe(2_947)
  expect(divideCoupon(295, lines)).toEqual([195, 0, 100])
  expect(divideCoupon(0, [lineOf(50_000, false)])).toEqual([0])
})

test('the shares of a coupon are its discount, and none is more than its line', () => {
  const anyLines = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 50_000 }), fc.boolean()).map(([cents, allowed]) => lineOf(cents, allowed)),
    { minLength: 1, maxLength: 8 },
  )
  const anyCoupon = fc
    .record({
      isPercent: fc.boolean(),
      value: fc.integer({ min: 1, max: 100 }),
      max: fc.integer({ min: 1, max: 9_999 }),
    })
    .map(({ isPercent, value, max }) => ({
      ...(isPercent ? couponOf({ discountValue: value }) : amount(value)),
      maxDiscountCents: max,
    }))
  fc.assert(
    fc.property(anyLines, anyCoupon, (lines, coupon) => {
      const eligibleCents = sumEligibleCents(lines)
      const discountCents = calculateDiscountCents(coupon, eligibleCents)
      expect(discountCents).toBeGreaterThanOrEqual(0)
      expect(discountCents).toBeLessThan(Math.max(1, eligibleCents))
      const shares = divideCoupon(discountCents, lines)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discountCents)
      for (const [index, { totalCents, product }] of lines.entries())
        expect(shares[index]).toBeLessThanOrEqual(product.isPromoAllowed ? totalCents : 0)
    }),
  )
})

test('cents are divided to the last one, each part at most a cent away from its share', () => {
  expect(divideCents(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(divideCents(649, [1895, 4589, 0])).toEqual([190, 459, 0])
  expect(divideCents(5, [0, 0])).toEqual([0, 0])
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
      (cents, weights) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0)
        fc.pre(total > 0)
        const parts = divideCents(cents, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
        for (const [index, weight] of weights.entries())
          expect(Math.abs((parts[index] ?? 0) - (cents * weight) / total)).toBeLessThan(1)
      },
    ),
  )
})
