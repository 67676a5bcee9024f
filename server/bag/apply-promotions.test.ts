import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApplicablePromotion } from '../catalogue/bag-promotions/bag-promotions.ts'
import { readPromotionRule } from '../catalogue/bag-promotions/promotion-kinds.ts'
import { sumBy } from '../platform/sum-by.ts'
import { applyPromotions, type PromotableLine } from './apply-promotions.ts'
import { findPromotionHints } from './promotion-hints.ts'

const now = new Date('2026-03-10T13:00:00Z')
const visitor = { now, isMember: false }
const member = { now, isMember: true }

function createPromotion(id: number, productIds: number[], text: string): ApplicablePromotion {
  const rule = readPromotionRule(text)
  if (rule === null) throw new Error(`"${text}" is no promotion.`)
  const startsAt = new Date('2026-03-01T03:00:00Z')
  return { id, productIds, productCount: productIds.length, startsAt, endsAt: null, rule }
}

function createLine(productId: number, quantity: number, fullPriceCents: number, priceCents = fullPriceCents) {
  return { productId, quantity, fullPriceCents, priceCents }
}

const payTwoOfThree = 'Leve 3, pague 2'

test('of three units one is free, of each further three one more', () => {
  const promotions = [createPromotion(1, [7], payTwoOfThree)]
  const centsOf = (quantity: number) =>
    sumBy(applyPromotions([createLine(7, quantity, 1_000)], promotions, visitor), ({ cents }) => cents)
  expect([1, 2, 3, 4, 5, 6, 300_000].map(centsOf)).toEqual([0, 0, 1_000, 1_000, 1_000, 2_000, 100_000_000])
})

test('of several products the cheapest of three is free, and all three bear it by their prices', () => {
  const lines = [createLine(1, 1, 3_000), createLine(2, 1, 2_000), createLine(3, 1, 1_000)]
  expect(applyPromotions(lines, [createPromotion(9, [1, 2, 3], payTwoOfThree)], visitor)).toEqual([
    { productId: 1, promotionId: 9, title: payTwoOfThree, units: 1, cents: 500 },
    { productId: 2, promotionId: 9, title: payTwoOfThree, units: 1, cents: 333 },
    { productId: 3, promotionId: 9, title: payTwoOfThree, units: 1, cents: 167 },
  ])
})

test('every kind takes off what it says', () => {
  const lines = [createLine(1, 3, 1_000), createLine(2, 1, 333)]
  const cases: [string, number][] = [
    ['2ª unidade com 50% de desconto', 500 + 166],
    ['A partir de 4, R$ 3,00 cada', 2_100 + 33],
    ['A partir de 5, R$ 3,00 cada', 0],
    ['Kit por R$ 10,00', 333],
    ['Kit por R$ 13,34', 0],
    ['Preço do clube: 10% de desconto', 300 + 33],
  ]
  for (const [text, cents] of cases) {
    const discounts = applyPromotions(lines, [createPromotion(1, [1, 2], text)], member)
    expect([text, sumBy(discounts, (discount) => discount.cents)]).toEqual([text, cents])
  }
})

test('a kit needs all of its products, and the club its member', () => {
  const lines = [createLine(1, 2, 1_000)]
  expect(applyPromotions(lines, [createPromotion(1, [1, 2], 'kit por 0,10')], member)).toEqual([])
  const club = createPromotion(1, [1], 'clube 10%')
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
    { productId: 7, promotionId: 0, title: '', units: 3, cents: 1_500 },
  ])
  expect(applyPromotions([createLine(7, 4, 1_000, 900)], promotions, visitor)).toEqual([
    { productId: 7, promotionId: 1, title: payTwoOfThree, units: 3, cents: 1_000 },
    { productId: 7, promotionId: 0, title: '', units: 1, cents: 100 },
  ])
})

type TestedRule =
  | { kind: 'groups'; units: number; paidUnits: number; percent: number; text: string }
  | { kind: 'fromUnits'; units: number; priceCents: number; text: string }
  | { kind: 'kit'; priceCents: number; text: string }
  | { kind: 'club'; percent: number; text: string }

const reais = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
const ruleArbitrary: fc.Arbitrary<TestedRule> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 3 }))
    .filter(([units, paidUnits]) => paidUnits < units)
    .map(([units, paidUnits]) => {
      return { kind: 'groups' as const, units, paidUnits, percent: 100, text: `leve ${units} pague ${paidUnits}` }
    }),
  fc.integer({ min: 1, max: 99 }).map((percent) => {
    return { kind: 'groups' as const, units: 2, paidUnits: 1, percent, text: `segunda unidade ${percent}%` }
  }),
  fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 1_000 })).map(([units, priceCents]) => {
    return { kind: 'fromUnits' as const, units, priceCents, text: `a partir de ${units} por ${reais(priceCents)}` }
  }),
  fc.integer({ min: 1, max: 2_000 }).map((priceCents) => {
    return { kind: 'kit' as const, priceCents, text: `kit por ${reais(priceCents)}` }
  }),
  fc.integer({ min: 1, max: 99 }).map((percent) => ({ kind: 'club' as const, percent, text: `clube ${percent}%` })),
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
        rules: fc.array(fc.tuple(fc.subarray(ids, { minLength: 1 }), ruleArbitrary), { maxLength: maxPromotions }),
      })
    })
    .map(({ lines, rules }) => ({
      lines,
      rules,
      promotions: rules.map(([productIds, { text }], index) => createPromotion(index + 1, productIds, text)),
    }))
}

/** In cents, by the simplest reading of each kind. */
function takeOff(productIds: number[], rule: TestedRule, units: PromotableLine[]): number {
  const prices = units.map(({ fullPriceCents }) => fullPriceCents).sort((a, b) => b - a)
  const percentOff = (price: number, percent: number) => price - Math.floor((price * (100 - percent) + 50) / 100)
  if (rule.kind === 'club') return sumBy(prices, (price) => percentOff(price, rule.percent))
  if (rule.kind === 'fromUnits')
    return prices.length >= rule.units ? sumBy(prices, (price) => Math.max(0, price - rule.priceCents)) : 0
  if (rule.kind === 'kit') {
    const isKit =
      units.length === productIds.length && new Set(units.map(({ productId }) => productId)).size === units.length
    return isKit ? Math.max(0, sumBy(prices, (price) => price) - rule.priceCents) : 0
  }
  if (prices.length !== rule.units) return 0
  return sumBy(prices.slice(rule.paidUnits), (price) => percentOff(price, rule.percent))
}

/** The most that can be taken off, one bundle of units after the other, by trying everything. */
function findMostCents(units: PromotableLine[], rules: [number[], TestedRule][]): number {
  const [first, ...others] = units
  if (!first) return 0
  let most = first.fullPriceCents - first.priceCents + findMostCents(others, rules)
  for (let mask = 0; mask < 2 ** others.length; mask++) {
    const bundle = [first, ...others.filter((_unit, index) => mask & (2 ** index))]
    const rest = others.filter((_unit, index) => !(mask & (2 ** index)))
    const bundleCents = Math.max(
      0,
      ...rules
        .filter(([productIds]) => bundle.every(({ productId }) => productIds.includes(productId)))
        .map(([productIds, rule]) => takeOff(productIds, rule, bundle)),
    )
    if (bundleCents > 0) most = Math.max(most, bundleCents + findMostCents(rest, rules))
  }
  return most
}

test('up to six units get the best of all combinations', () => {
  const smallBag = createBagArbitrary(4, 3, 3).filter(({ lines }) => sumBy(lines, ({ quantity }) => quantity) <= 6)
  fc.assert(
    fc.property(smallBag, ({ lines, rules, promotions }) => {
      const units = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line))
      const discounts = applyPromotions(lines, promotions, member)
      expect(sumBy(discounts, ({ cents }) => cents)).toBe(findMostCents(units, rules))
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

test('a bag of 150 lines with thirty promotions costs few tries, however they overlap', () => {
  const lines = Array.from({ length: 150 }, (_, index) => createLine(index + 1, 2, 1_000 + index))
  let tries = 0
  const promotions = Array.from({ length: 30 }, (_, index) => {
    const productIds = [1, 2, 3, 4, 5].map((nth) => Math.floor(index / 2) * 5 + nth)
    const { rule, ...promotion } = createPromotion(index + 1, productIds, index % 2 ? payTwoOfThree : '2ª unidade 50%')
    const save: typeof rule.save = (runs) => {
      tries += 1
      return rule.save(runs)
    }
    return { ...promotion, rule: { ...rule, save } }
  })
  expect(sumBy(applyPromotions(lines, promotions, visitor), ({ cents }) => cents)).toBeGreaterThan(0)
  expect(tries).toBeLessThan(2_000)
})

const visitorHint = (lines: PromotableLine[], promotions: ApplicablePromotion[], maxQuantity = 99) =>
  findPromotionHints(
    lines.map((line) => ({ ...line, maxQuantity })),
    promotions,
    visitor,
  ).get(7)

test('the hint is of the promotion that saves most per unit that is added, not of the first', () => {
  const [payTwo, secondUnit] = [createPromotion(1, [7], payTwoOfThree), createPromotion(2, [7], '2ª unidade 90%')]
  const hintOf = (quantity: number) => visitorHint([createLine(7, quantity, 1_000)], [payTwo, secondUnit])
  expect(hintOf(1)).toMatchObject({ promotionId: 2, units: 1, savedCents: 900 })
  // Of two the second is at 10 %; a third one makes one of them free, which is but R$ 1,00 more.
  expect(hintOf(2)).toMatchObject({ promotionId: 1, units: 1, savedCents: 100 })
  expect(hintOf(3)).toMatchObject({ promotionId: 2, units: 1, savedCents: 800 })
})

test('no hint is given that does not come true', () => {
  const payTwo = createPromotion(1, [7], payTwoOfThree)
  expect(visitorHint([createLine(7, 2, 1_000)], [payTwo])).toMatchObject({ units: 1 })
  expect(visitorHint([createLine(7, 2, 1_000)], [payTwo], 2)).toBeUndefined()
  // Three at half the price cost less than two.
  expect(visitorHint([createLine(7, 2, 1_000, 500)], [payTwo])).toBeUndefined()
  const halfPrice = createPromotion(2, [7], 'a partir de 2 por 3,00')
  expect(visitorHint([createLine(7, 2, 1_000)], [payTwo, halfPrice])).toBeUndefined()
  expect(visitorHint([createLine(7, 2, 1_000)], [{ ...payTwo, endsAt: now }])).toBeUndefined()
})

/** Units that are missing for a promotion, by the simplest reading of each kind; 0 where it says nothing. */
function countMissing(rule: TestedRule, units: number): number {
  if (rule.kind === 'groups') return units % rule.units === 0 ? 0 : rule.units - (units % rule.units)
  return rule.kind === 'fromUnits' ? Math.max(0, rule.units - units) : 0
}

test('whoever follows a hint saves what it promises, and no other promotion promises more per unit', () => {
  const smallBag = createBagArbitrary(3, 2, 3).filter(({ lines }) => sumBy(lines, ({ quantity }) => quantity) <= 4)
  fc.assert(
    fc.property(smallBag, ({ lines, rules, promotions }) => {
      const mostCents = (bag: PromotableLine[]) =>
        findMostCents(
          bag.flatMap((line) => Array.from({ length: line.quantity }, () => line)),
          rules,
        )
      const centsOf = (bag: PromotableLine[], id: number) =>
        sumBy(applyPromotions(bag, promotions, member), ({ promotionId, cents }) => (promotionId === id ? cents : 0))
      const hints = findPromotionHints(
        lines.map((line) => ({ ...line, maxQuantity: 99 })),
        promotions,
        member,
      )
      for (const line of lines) {
        const promises = rules.flatMap(([productIds, rule], index) => {
          const present = lines.filter(({ productId }) => productIds.includes(productId))
          const units = countMissing(
            rule,
            sumBy(present, ({ quantity }) => quantity),
          )
          if (units === 0 || !productIds.includes(line.productId)) return []
          const moreLines = lines.map((each) => (each === line ? { ...each, quantity: each.quantity + units } : each))
          const ownCents = (line.fullPriceCents - line.priceCents) * units
          const savedCents = mostCents(moreLines) - mostCents(lines) - ownCents
          const isTrue = savedCents > 0 && centsOf(moreLines, index + 1) > centsOf(lines, index + 1)
          return isTrue ? [{ promotionId: index + 1, units, savedCents }] : []
        })
        const hint = hints.get(line.productId)
        if (promises.length === 0) expect(hint).toBeUndefined()
        else {
          expect(promises).toContainEqual({
            ...{ promotionId: hint?.promotionId, units: hint?.units, savedCents: hint?.savedCents },
          })
          const perUnit = promises.map(({ savedCents, units }) => savedCents / units)
          expect((hint?.savedCents ?? 0) / (hint?.units ?? 1)).toBe(Math.max(...perUnit))
        }
      }
    }),
    { numRuns: 150 },
  )
})
