import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noPaymentReturns } from '../receipts/refund-amounts.ts'
import {
  calculateOrderNet,
  type NetLine,
  type NetOrder,
  noBalanceReturns,
  priceDepartingUnits,
  priceUnits,
} from './order-net.ts'
import { priceRemoval } from './short-picks.ts'

const line = (changes: Partial<NetLine> = {}): NetLine => ({
  productId: 1,
  quantity: 2,
  shortPickedUnits: 0,
  returnedUnits: 0,
  fullPriceCents: 1947,
  discountCents: 0,
  couponCents: 0,
  ...changes,
})

const order = (changes: Partial<NetOrder> = {}): NetOrder => ({
  id: 1,
  isPaid: true,
  isVoid: false,
  totalCents: 3894,
  balanceCents: 0,
  deliveryFeeCents: 0,
  refundedFeeCents: 0,
  unchargedCents: 0,
  ...changes,
})

/** A line whose discounts and coupon take off at most what it costs. */
const anyLine = fc
  .record({ quantity: fc.integer({ min: 1, max: 12 }), fullPriceCents: fc.integer({ min: 0, max: 20_000 }) })
  .chain(({ quantity, fullPriceCents }) =>
    fc
      .tuple(
        fc.integer({ min: 0, max: quantity * fullPriceCents }),
        fc.integer({ min: 0, max: quantity * fullPriceCents }),
      )
      .map(([a, b]) => {
        const [discountCents, couponCents] = [Math.min(a, b), Math.max(a, b) - Math.min(a, b)]
        return line({ quantity, fullPriceCents, discountCents, couponCents })
      }),
  )

test('whatever units leave a line, in whatever steps, together they are worth what was paid for it', () => {
  fc.assert(
    fc.property(anyLine, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (bought, steps) => {
      let kept = bought
      let backCents = 0
      for (const step of steps) {
        const units = Math.min(step, kept.quantity - kept.returnedUnits)
        const { paidCents } = priceDepartingUnits(kept, units)
        expect(paidCents).toBeGreaterThanOrEqual(0)
        backCents += paidCents
        kept = { ...kept, returnedUnits: kept.returnedUnits + units }
        const left = priceUnits(kept, kept.quantity - kept.returnedUnits).paidCents
        expect(left + backCents).toBe(
          bought.fullPriceCents * bought.quantity - bought.discountCents - bought.couponCents,
        )
      }
    }),
  )
})

test('of a coupon’s odd cents the first unit that leaves takes the smaller share, and the last one the rest', () => {
  const bought = line({ quantity: 3, fullPriceCents: 2833, couponCents: 850 })
  const back = [0, 1, 2].map((returnedUnits) => priceDepartingUnits({ ...bought, returnedUnits }, 1).paidCents)
  expect(back).toEqual([2550, 2550, 2549])
})

test('what comes in place of units keeps the coupon’s share of its own price: nothing is lost between the two', () => {
  const replacement = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    units: fc.integer({ min: 1, max: 12 }),
  })
  fc.assert(
    fc.property(anyLine, replacement, (bought, { share, units: wantedUnits }) => {
      const units = Math.min(wantedUnits, bought.quantity)
      const { paidCents, couponCents } = priceDepartingUnits(bought, units)
      const priceCents = Math.floor(((paidCents + couponCents) / units) * share)
      const { refundCents, replacementCouponCents } = priceRemoval(bought, units, priceCents)
      expect(refundCents).toBeGreaterThanOrEqual(0)
      expect(refundCents + priceCents * units - replacementCouponCents).toBe(paidCents)
    }),
  )
})

test('an order comes to what is kept of it, and nets what was paid less what went back', () => {
  const net = calculateOrderNet(
    order({ totalCents: 6631, deliveryFeeCents: 790 }),
    [line({ quantity: 3, shortPickedUnits: 1, returnedUnits: 1 })],
    { ...noPaymentReturns, partCents: 3894 },
    noBalanceReturns,
  )
  expect(net).toMatchObject({ units: 1, goodsCents: 1947, deliveryFeeCents: 790, keptCents: 2737, netCents: 2737 })
  expect(net).toMatchObject({ paidCents: 6631, paidBackCents: 3894, listedCents: 2737 })
})

test('what was granted beside units, and what a bank took back, lowers the net and not what is kept', () => {
  const returns = { ...noPaymentReturns, partCents: 500, unrequestedCents: 100 }
  const net = calculateOrderNet(order(), [line()], returns, noBalanceReturns)
  expect(net).toMatchObject({ keptCents: 3894, netCents: 3294, paidBackCents: 600 })
})

test('an order that is over nets nothing, and its end tells what went back with it and where', () => {
  const payment = { partCents: 894, unrequestedCents: 0, remainderCents: 1000 }
  const balances = { partCents: 1053, remainderCents: 947 }
  const net = calculateOrderNet(
    order({ isVoid: true, balanceCents: 2000 }),
    [line({ returnedUnits: 1 })],
    payment,
    balances,
  )
  expect(net).toMatchObject({ netCents: 0, paidBackCents: 3894, units: 1, listedCents: 1947 })
  expect(net.endRefund).toEqual({ providerCents: 1000, balanceCents: 947 })
})

test('an unpaid order comes to what it asks, and a fee that went back is none of it', () => {
  const unpaid = order({ isPaid: false, deliveryFeeCents: 790, refundedFeeCents: 790 })
  expect(calculateOrderNet(unpaid, [line()], noPaymentReturns, noBalanceReturns)).toMatchObject({
    paidCents: 0,
    deliveryFeeCents: 0,
    netCents: 3894,
  })
})
