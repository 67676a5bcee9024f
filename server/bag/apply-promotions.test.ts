import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PromotionRule } from '../catalogue/bag-promotions/promotion-kinds.ts'
import { sumBy } from '../platform/sum-by.ts'
import { type ApplicablePromotion, applyPromotions, type PromotableLine } from './apply-promotions.ts'

const now = new Date('2026-03-10T13:00:00Z')
const visitor = { now, isMember: false }
const member = { now, isMember: true }

function createPromotion(id: number, productIds: number[], rule: PromotionRule): ApplicablePromotion {
  return { id, productIds, startsAt: new Date('2026-03-01T03:00:00Z'), endsAt: null, ...rule }
}

function createLine(productId: number, quantity: number, fullPriceCents: number, priceCents = fullPriceCents) {
  return { productId, quantity, fullPriceCents, priceCents }
}

const payTwoOfThree = { kind: 'payFewer', rule: { units: 3, paidUnits: 2 } } as const

test('of three units one is free, of each further three one more', () => {
  const promotions = [createPromotion(1, [7], payTwoOfThree)]
  const centsOf = (quantity: number) =>
    sumBy(applyPromotions([createLine(7, quantity, 1_000)], promotions, visitor), ({ cents }) => cents)
  expect([1, 2, 3, 4, 5, 6, 300_000].map(centsOf)).toEqual([0, 0, 1_000, 1_000, 1_000, 2_000, 100_000_000])
})

test('of several products the cheapest of three is free, and all three bear it by their prices', () => {
  const lines = [createLine(1, 1, 3_000), createLine(2, 1, 2_000), createLine(3, 1, 1_000)]
  expect(applyPromotions(lines, [createPromotion(9, [1, 2, 3], payTwoOfThree)], visitor)).toEqual([
    { productId: 1, promotionId: 9, units: 1, cents: 500 },
    { productId: 2, promotionId: 9, units: 1, cents: 333 },
    { productId: 3, promotionId: 9, units: 1, cents: 167 },
  ])
})

test('every kind takes off what it says', () => {
  const lines = [createLine(1, 3, 1_000), createLine(2, 1, 333)]
  const cases: [PromotionRule, number][] = [
    [{ kind: 'secondUnit', rule: { percent: 50 } }, 500 + 166],
    [{ kind: 'fromUnits', rule: { units: 4, priceCents: 300 } }, 2_100 + 33],
    [{ kind: 'fromUnits', rule: { units: 5, priceCents: 300 } }, 0],
    [{ kind: 'kit', rule: { priceCents: 1_000 } }, 333],
    [{ kind: 'kit', rule: { priceCents: 1_334 } }, 0],
    [{ kind: 'club', rule: { percent: 10 } }, 300 + 33],
  ]
  for (const [rule, cents] of cases) {
    const discounts = applyPromotions(lines, [createPromotion(1, [1, 2], rule)], member)
    expect([rule, sumBy(discounts, (discount) => discount.cents)]).toEqual([rule, cents])
  }
})

test('a kit needs all of its products, and the club its member', () => {
  const lines = [createLine(1, 2, 1_000)]
  expect(
    applyPromotions(lines, [createPromotion(1, [1, 2], { kind: 'kit', rule: { priceCents: 10 } })], member),
  ).toEqual([])
  const club = createPromotion(1, [1], { kind: 'club', rule: { percent: 10 } })
  expect(applyPromotions(lines, [club], visitor)).toEqual([])
  expect(applyPromotions(lines, [club], member)).toHaveLength(1)
})

test('it counts from its start on, and no longer at its end', () => {
  const promotion = { ...createPromotion(1, [7], payTwoOfThree), startsAt: now, endsAt: new Date(now.getTime() + 1) }
  const countAt = (offset: number) =>
    applyPromotions([createLine(7, 3, 100)], [promotion], { now: new Date(now.getTime() + offset), isMember: false })
      .length
  expect([-1, 0, 1].map(countAt)).toEqual([0, 1, 0])
})

test("a unit has the product's own discount or a promotion, never both", () => {
  const promotions = [createPromotion(1, [7], payTwoOfThree)]
  // Three at R$ 5,00 cost less than two at R$ 10,00; at R$ 9,00 they do not.
  expect(applyPromotions([createLine(7, 3, 1_000, 500)], promotions, visitor)).toEqual([
    { productId: 7, promotionId: null, units: 3, cents: 1_500 },
  ])
  expect(applyPromotions([createLine(7, 4, 1_000, 900)], promotions, visitor)).toEqual([
    { productId: 7, promotionId: 1, units: 3, cents: 1_000 },
    { productId: 7, promotionId: null, units: 1, cents: 100 },
  ])
})

const ruleArbitrary: fc.Arbitrary<PromotionRule> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 3 }))
    .filter(([units, paidUnits]) => paidUnits < units)
    .map(([units, paidUnits]) => ({ kind: 'payFewer' as const, rule: { units, paidUnits } })),
  fc.integer({ min: 1, max: 99 }).map((percent) => ({ kind: 'secondUnit' as const, rule: { percent } })),
  fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 1_000 }))
    .map(([units, priceCents]) => ({ kind: 'fromUnits' as const, rule: { units, priceCents } })),
  fc.integer({ min: 1, max: 2_000 }).map((priceCents) => ({ kind: 'kit' as const, rule: { priceCents } })),
  fc.integer({ min: 1, max: 99 }).map((percent) => ({ kind: 'club' as const, rule: { percent } })),
)

function createBagArbitrary(maxLines: number, maxQuantity: number, maxPromotions: number) {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: maxQuantity }),
    fullPriceCents: fc.integer({ min: 1, max: 1_000 }),
    ownPercent: fc.constantFrom(0, 0, 0, 5, 30),
  })
  return fc
    .array(line, { minLength: 1, maxLength: maxLines })
    .chain((records) => {
      const lines = records.map(({ quantity, fullPriceCents, ownPercent }, index) => {
        return createLine(
          index + 1,
          quantity,
          fullPriceCents,
          fullPriceCents - Math.floor((fullPriceCents * ownPercent) / 100),
        )
      })
      const ids = lines.map(({ productId }) => productId)
      return fc.record({
        lines: fc.constant(lines),
        promotions: fc.array(fc.tuple(fc.subarray(ids, { minLength: 1 }), ruleArbitrary), { maxLength: maxPromotions }),
      })
    })
    .map(({ lines, promotions }) => ({
      lines,
      promotions: promotions.map(([productIds, rule], index) => createPromotion(index + 1, productIds, rule)),
    }))
}

/** In cents, by the simplest reading of each kind. */
function takeOff({ kind, rule, productIds }: ApplicablePromotion, units: PromotableLine[]): number {
  const prices = units.map(({ fullPriceCents }) => fullPriceCents).sort((a, b) => b - a)
  const total = sumBy(prices, (price) => price)
  const percentOff = (price: number, percent: number) => price - Math.floor((price * (100 - percent) + 50) / 100)
  if (kind === 'club') return sumBy(prices, (price) => percentOff(price, rule.percent))
  if (kind === 'fromUnits')
    return prices.length >= rule.units ? sumBy(prices, (price) => Math.max(0, price - rule.priceCents)) : 0
  if (kind === 'kit') {
    const isKit =
      units.length === productIds.length && new Set(units.map(({ productId }) => productId)).size === units.length
    return isKit ? Math.max(0, total - rule.priceCents) : 0
  }
  const size = kind === 'secondUnit' ? 2 : rule.units
  const paidUnits = kind === 'secondUnit' ? 1 : rule.paidUnits
  if (prices.length !== size) return 0
  return sumBy(prices.slice(paidUnits), (price) => percentOff(price, kind === 'secondUnit' ? rule.percent : 100))
}

/** The most that can be taken off, one bundle of units after the other, by trying everything. */
function findMostCents(units: PromotableLine[], promotions: ApplicablePromotion[]): number {
  const [first, ...others] = units
  if (!first) return 0
  let most = first.fullPriceCents - first.priceCents + findMostCents(others, promotions)
  for (let mask = 0; mask < 2 ** others.length; mask++) {
    const bundle = [first, ...others.filter((_unit, index) => mask & (2 ** index))]
    const rest = others.filter((_unit, index) => !(mask & (2 ** index)))
    const bundleCents = Math.max(
      0,
      ...promotions
        .filter(({ productIds }) => bundle.every(({ productId }) => productIds.includes(productId)))
        .map((promotion) => takeOff(promotion, bundle)),
    )
    if (bundleCents > 0) most = Math.max(most, bundleCents + findMostCents(rest, promotions))
  }
  return most
}

test('up to six units get the best of all combinations', () => {
  const smallBag = createBagArbitrary(4, 3, 3).filter(({ lines }) => sumBy(lines, ({ quantity }) => quantity) <= 6)
  fc.assert(
    fc.property(smallBag, ({ lines, promotions }) => {
      const units = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line))
      const discounts = applyPromotions(lines, promotions, member)
      expect(sumBy(discounts, ({ cents }) => cents)).toBe(findMostCents(units, promotions))
    }),
    { numRuns: 300 },
  )
})

test('it never makes a line dearer than its plain price, nor cheaper than nothing, whatever the sequence of lines', () => {
  fc.assert(
    fc.property(createBagArbitrary(12, 30, 8), ({ lines, promotions }) => {
      const discounts = applyPromotions(lines, promotions, member)
      for (const { productId, quantity, fullPriceCents } of lines) {
        const own = discounts.filter((discount) => discount.productId === productId)
        expect(own.every(({ cents }) => cents > 0)).toBe(true)
        expect(sumBy(own, ({ units }) => units)).toBeLessThanOrEqual(quantity)
        expect(sumBy(own, ({ cents }) => cents)).toBeLessThanOrEqual(quantity * fullPriceCents)
      }
      const ownDiscountCents = sumBy(lines, (line) => (line.fullPriceCents - line.priceCents) * line.quantity)
      expect(sumBy(discounts, ({ cents }) => cents)).toBeGreaterThanOrEqual(ownDiscountCents)
      expect(applyPromotions(lines.toReversed(), promotions.toReversed(), member)).toEqual(discounts)
    }),
    { numRuns: 200 },
  )
})
