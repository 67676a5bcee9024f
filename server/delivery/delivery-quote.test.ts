import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateFee, calculateFeeRange } from './delivery-quote.ts'

const branch = { deliveryFeeCents: 790, freeDeliveryFromCents: 9_900 }

test.each([
  ['for little', branch, 1, 790, 9_899],
  ['a cent below the sum', branch, 9_899, 790, 1],
  ['at the sum', branch, 9_900, 0, 0],
  ['above the sum', branch, 20_000, 0, 0],
  ['where it is never free', { ...branch, freeDeliveryFromCents: null }, 20_000, 790, 0],
  ['where it always is', { ...branch, deliveryFeeCents: 0 }, 1, 0, 0],
  ['where it is free from nothing on', { ...branch, freeDeliveryFromCents: 0 }, 0, 0, 0],
])(
  'delivery %s costs the branch’s fee, and tells what is missing for none',
  (_, fees, itemsCents, feeCents, missing) => {
    expect(calculateFee(fees, itemsCents)).toEqual({ feeCents, amountUntilFreeDeliveryCents: missing })
  },
)

test('whoever adds what is missing pays no fee, and a cent less pays all of it', () => {
  const anyCents = fc.integer({ min: 0, max: 50_000 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), anyCents, anyCents, (deliveryFeeCents, from, itemsCents) => {
      const fees = { deliveryFeeCents, freeDeliveryFromCents: from }
      const { feeCents, amountUntilFreeDeliveryCents: missing } = calculateFee(fees, itemsCents)
      expect(feeCents).toBe(missing > 0 ? deliveryFeeCents : 0)
      expect(calculateFee(fees, itemsCents + missing).feeCents).toBe(0)
      if (missing > 0) expect(calculateFee(fees, itemsCents + missing - 1).feeCents).toBe(deliveryFeeCents)
    }),
  )
})

test('of a branch’s places the lowest and the highest fee count, each with its own free-from; none where it delivers nowhere', () => {
  const places = [branch, { ...branch, deliveryFeeCents: 1_490, freeDeliveryFromCents: null }]
  expect(calculateFeeRange(places, 1)).toEqual({ lowestCents: 790, highestCents: 1_490 })
  expect(calculateFeeRange(places, 9_900)).toEqual({ lowestCents: 0, highestCents: 1_490 })
  expect(calculateFeeRange([], 1)).toBeNull()
})
