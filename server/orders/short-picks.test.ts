import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NetLine } from './order-net.ts'
import { priceRemoval } from './short-picks.ts'

const line = (changes: Partial<NetLine> = {}): NetLine => ({
  ...{
    productId: 1,
    quantity: 3,
    shortPickedUnits: 0,
    returnedUnits: 0,
    fullPriceCents: 1_000,
    discountCents: 0,
    couponCents: 0,
  },
  ...changes,
})

test.each<
  [string, NetLine, number, number, { refundCents: number; replacementCouponCents: number; surchargeCents?: number }]
>([
  ['a unit without a coupon', line(), 1, 0, { refundCents: 1_000, replacementCouponCents: 0 }],
  ['two units', line(), 2, 0, { refundCents: 2_000, replacementCouponCents: 0 }],
  ['a unit less its coupon', line({ couponCents: 300 }), 1, 0, { refundCents: 900, replacementCouponCents: 0 }],
  ['a unit for a cheaper one', line(), 1, 700, { refundCents: 300, replacementCouponCents: 0 }],
  ['two for cheaper ones', line(), 2, 700, { refundCents: 600, replacementCouponCents: 0 }],
  [
    'a unit for one of its price',
    line({ couponCents: 300 }),
    1,
    1_000,
    { refundCents: 0, replacementCouponCents: 100 },
  ],
  [
    'a unit for a cheaper one, less the coupon’s share, which is rounded for the customer',
    line({ couponCents: 302 }),
    ...([1, 333, { refundCents: 601, replacementCouponCents: 34 }] as const),
  ],
  [
    'two units for dearer ones, which cost the difference and keep the coupon’s share',
    line({ couponCents: 300 }),
    ...([2, 1_150, { refundCents: 0, replacementCouponCents: 200, surchargeCents: 300 }] as const),
  ],
  ['a gift', line({ fullPriceCents: 0 }), 1, 0, { refundCents: 0, replacementCouponCents: 0 }],
])('%s, taken out, goes back', (_, from, units, replacementUnitCents, removal) => {
  expect(priceRemoval(from, units, replacementUnitCents)).toEqual({ surchargeCents: 0, ...removal })
})

test('what goes back and what comes in place of units are what was paid for them', () => {
  const anyLine = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    priceCents: fc.integer({ min: 1, max: 9_999 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    discount: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(anyLine, ({ quantity, priceCents, share, discount }) => {
      const couponCents = Math.floor(priceCents * quantity * share)
      const replacementCents = Math.floor(priceCents * discount)
      const { refundCents, replacementCouponCents } = priceRemoval(
        line({ quantity, fullPriceCents: priceCents, couponCents }),
        ...([quantity, replacementCents] as const),
      )
      expect(refundCents + replacementCents * quantity - replacementCouponCents).toBe(
        priceCents * quantity - couponCents,
      )
      expect(refundCents).toBeGreaterThanOrEqual(0)
      expect(replacementCouponCents).toBeLessThanOrEqual(Math.max(couponCents, 0))
    }),
  )
})
