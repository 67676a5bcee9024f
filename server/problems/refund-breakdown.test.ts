import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReturnableOrder } from './problem.ts'
import { calculateRefund, countReturnableUnits, splitRefund } from './refund-breakdown.ts'

const line = (productId: number, quantity: number, fullPriceCents: number, couponCents: number) => ({
  ...{ productId, quantity, fullPriceCents, discountCents: 0, couponCents, name: `product ${productId}` },
  ...{ shortPickedUnits: 0, returnedUnits: 0 },
})

type Returnable = Pick<ReturnableOrder, 'order' | 'refundableAmounts'>

function returnable(
  lines: ReturnType<typeof line>[],
  order: object,
  providerCents: number,
  walletCents = 0,
): Returnable {
  const all = { deliveryFeeCents: 0, refundedFeeCents: 0, ...order, lines }
  return { order: all as unknown as ReturnableOrder['order'], refundableAmounts: { providerCents, walletCents } }
}

const damaged = (...items: { productId: number; units: number }[]) => ({ kind: 'damaged' as const, items })

test('the last unit brings the fee back, unless it went back before, and no coupon where none was used', () => {
  const lines = [line(1, 1, 1947, 0)]
  expect(
    calculateRefund(returnable(lines, { deliveryFeeCents: 790 }, 2737), damaged({ productId: 1, units: 1 })),
  ).toEqual({
    ...{ lines: [{ productId: 1, name: 'product 1', units: 1, cents: 1947 }], couponCents: 0, deliveryFeeCents: 790 },
    ...{ paidBackCents: 0, totalCents: 2737, providerCents: 2737, walletCents: 0, isFullReturn: true },
  })
  const moved = returnable(lines, { deliveryFeeCents: 790, refundedFeeCents: 790 }, 1947)
  expect(calculateRefund(moved, damaged({ productId: 1, units: 1 }))).toMatchObject({
    ...{ couponCents: 0, deliveryFeeCents: 0, paidBackCents: 0, totalCents: 1947 },
  })
})

test('what went back before is told as that, and not as a coupon', () => {
  const granted = returnable([line(1, 2, 1000, 0)], {}, 1500)
  expect(calculateRefund(granted, damaged({ productId: 1, units: 2 }))).toMatchObject({
    ...{ couponCents: 0, paidBackCents: 500, totalCents: 1500, isFullReturn: true },
  })
})

test.each([
  ['a unit of several', [line(1, 2, 1947, 389)], [1, 1], 3505, [1753, 194, false]],
  ['all units at once', [line(1, 2, 1947, 389)], [1, 2], 3505, [3505, 389, true]],
  ['more units than there are, as all', [line(1, 2, 1947, 389)], [1, 9], 3505, [3505, 389, true]],
  ['a product of several', [line(1, 1, 1000, 100), line(2, 1, 500, 50)], [2, 1], 1350, [450, 50, false]],
  ['a product that is not in the order', [line(1, 1, 1000, 0)], [2, 1], 1000, [0, 0, false]],
  ['a unit that came back before', [{ ...line(1, 1, 1000, 0), returnedUnits: 1 }], [1, 1], 500, [0, 0, false]],
  [
    'the last unit that was left',
    [{ ...line(1, 3, 1000, 0), shortPickedUnits: 1, returnedUnits: 1 }],
    [1, 1],
    1000,
    [1000, 0, true],
  ],
] as const)(
  '%s brings what was paid, without the share of the coupon',
  (_, lines, [productId, units], paidCents, expected) => {
    const refund = calculateRefund(returnable([...lines], {}, paidCents), damaged({ productId, units }))
    expect([refund.totalCents, refund.couponCents, refund.isFullReturn]).toEqual(expected)
  },
)

test('who cancels gets all of it, whatever items the form named', () => {
  const order = returnable([line(1, 2, 1000, 0), line(2, 1, 500, 0)], { deliveryFeeCents: 790 }, 3290)
  expect(calculateRefund(order, { kind: 'cancel', items: [] })).toMatchObject({
    ...{ totalCents: 3290, deliveryFeeCents: 790, isFullReturn: true },
    lines: [
      { units: 2, cents: 2000 },
      { units: 1, cents: 500 },
    ],
  })
})

test('of units that were taken out or came back none is left to return', () => {
  const lines = [{ ...line(1, 5, 1000, 0), shortPickedUnits: 1, returnedUnits: 2 }, line(2, 1, 500, 0)]
  expect([...countReturnableUnits(returnable(lines, {}, 0))]).toEqual([
    [1, 2],
    [2, 1],
  ])
})

test.each([
  [500, 1000, 0, [500, 0]],
  [1000, 1000, 500, [1000, 0]],
  [1001, 1000, 500, [1000, 1]],
  [1500, 1000, 500, [1000, 500]],
  [1600, 1000, 500, [1000, 500]],
  [300, 0, 500, [0, 300]],
])(
  'of %i cents as much goes back by the payment as it has (%i), and the rest to the wallet (%i)',
  (cents, providerCents, walletCents, split) => {
    expect(Object.values(splitRefund(cents, { providerCents, walletCents }))).toEqual(split)
  },
)

test('the lines, less the coupon, with the fee, less what went back before, are the total, in whatever parts an order returns', () => {
  const anyLine = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 100 }))
    .map(([quantity, priceCents, percent]) => ({
      ...{ quantity, priceCents, couponCents: Math.floor((quantity * priceCents * percent) / 100) },
    }))
  const anyOrder = fc.record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
    deliveryFeeCents: fc.integer({ min: 0, max: 2_000 }),
    walletShare: fc.double({ min: 0, max: 1, noNaN: true }),
    picks: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 16, maxLength: 40 }),
  })
  fc.assert(
    fc.property(anyOrder, ({ lines: bought, deliveryFeeCents, walletShare, picks }) => {
      const lines = bought.map((each, index) => line(index, each.quantity, each.priceCents, each.couponCents))
      const paidCents = lines.reduce(
        (sum, each) => sum + each.quantity * each.fullPriceCents - each.couponCents,
        deliveryFeeCents,
      )
      let walletCents = Math.floor(paidCents * walletShare)
      let providerCents = paidCents - walletCents
      let isOver = false
      for (const pick of [...picks, ...lines.flatMap(({ productId, quantity }) => Array(quantity).fill(productId))]) {
        const picked = lines[pick]
        if (!picked || picked.returnedUnits === picked.quantity) continue
        const order = returnable(lines, { deliveryFeeCents }, providerCents, walletCents)
        const refund = calculateRefund(order, damaged({ productId: pick, units: 1 }))
        const linesCents = refund.lines.reduce((sum, { cents }) => sum + cents, 0)
        expect(linesCents - refund.couponCents + refund.deliveryFeeCents - refund.paidBackCents).toBe(refund.totalCents)
        expect([refund.paidBackCents, refund.providerCents + refund.walletCents]).toEqual([0, refund.totalCents])
        providerCents -= refund.providerCents
        walletCents -= refund.walletCents
        picked.returnedUnits += 1
        isOver = refund.isFullReturn
      }
      expect([isOver, providerCents, walletCents]).toEqual([true, 0, 0])
    }),
  )
})
