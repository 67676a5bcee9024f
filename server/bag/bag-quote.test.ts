import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../app/texts/limits.ts'
import type { ProductSummary } from '../catalogue/types.ts'
import { fitLinesToStock, sumLines, toBagLine } from './bag-quote.ts'

const productOf = (changes: Partial<ProductSummary> = {}): ProductSummary => ({
  ...{ id: 1, slug: 'creme', name: 'Creme', brand: '', kind: 'nao_medicamento', presentation: '', pictureKey: '' },
  ...{ requiresPrescription: false, isMedicine: false, isPbm: false, isPromoAllowed: true },
  ...{ isSellableOnline: true, isPaused: false, stock: 10, promotionTitle: null, maxUnits: null },
  ...{ listPriceCents: 1000, priceCents: 1000, fullPriceCents: null, discountPercent: null },
  ...(changes as object),
})

/** What a branch with this product makes of so many units of it. */
const sell = (product: ProductSummary | null, quantity = 1) =>
  fitLinesToStock(
    [{ productId: 1, quantity }],
    new Map(product ? [[1, product]] : []),
    new Map([[1, { name: 'Creme' }]]),
    new Map(),
  )

test.each([
  ['that the branch does not list', null, 'product.unknown'],
  ['that is sold in stores only', productOf({ isSellableOnline: false }), 'product.notSoldOnline'],
  ['sold in stores only, and out of stock', productOf({ isSellableOnline: false, stock: 0 }), 'product.notSoldOnline'],
  ['that is paused', productOf({ isPaused: true, stock: 0 }), 'product.paused'],
  ['that is out of stock', productOf({ stock: 0 }), 'product.unavailable'],
  ['of which there is less than none', productOf({ stock: -1 }), 'product.unavailable'],
])('a product %s leaves the bag, with its name and the reason', (_, product, reason) => {
  expect(sell(product)).toEqual({
    lines: [],
    droppedLines: [{ productId: 1, name: 'Creme', reason }],
    reducedLines: [],
  })
})

test('a product that nobody knows leaves the bag without a name', () => {
  const { droppedLines } = fitLinesToStock([{ productId: 9, quantity: 1 }], new Map(), new Map(), new Map())
  expect(droppedLines).toEqual([{ productId: 9, name: null, reason: 'product.unknown' }])
})

test.each([
  [9, 10, 9, 0],
  [10, 10, 10, 0],
  [11, 10, 10, 1],
  [2_000_000, 3_000_000, limits.units, 1],
])('of %i units wanted where there are %i, %i are sold', (quantity, stock, sold, reducedCount) => {
  const { lines, reducedLines } = sell(productOf({ stock }), quantity)
  expect(lines.map((line) => line.quantity)).toEqual([sold])
  expect(reducedLines).toMatchObject(Array(reducedCount).fill({ productId: 1, name: 'Creme', quantity: sold }))
})

test('a line costs its units at the discounted price, beside what they cost without', () => {
  const discounted = productOf({ priceCents: 849, fullPriceCents: 1000, discountPercent: 15 })
  expect(toBagLine(discounted, 3)).toMatchObject({ fullTotalCents: 3000, totalCents: 2547, unitPriceCents: 849 })
  expect(toBagLine(productOf(), 3)).toMatchObject({ fullTotalCents: 3000, totalCents: 3000, unitPriceCents: 1000 })
})

const pbm = productOf({ isPbm: true })

test('a laboratory’s discount is the price of the line, and no discount of the order', () => {
  expect(toBagLine(pbm, 2, { discountBasisPoints: 2_550, units: 2 })).toMatchObject({
    ...{ unitPriceCents: 745, totalCents: 1490, fullTotalCents: 1490, laboratoryUnitLimit: null },
    laboratoryDiscount: { listPriceCents: 1000, discountBasisPoints: 2_550 },
  })
})

test.each([
  ['more units than are granted', pbm, 3, 2],
  ['nothing granted', pbm, 1, 0],
  ['a product outside the programme', productOf(), 1, null],
])('a line with %s is at the shop’s price', (_, product, quantity, laboratoryUnitLimit) => {
  const line = toBagLine(product, quantity, { discountBasisPoints: 2_500, units: laboratoryUnitLimit ?? 9 })
  expect(line).toMatchObject({ unitPriceCents: 1000, laboratoryDiscount: null, laboratoryUnitLimit })
})

test('a laboratory’s discount is rounded half up, and leaves a cent', () => {
  const priceOf = (listPriceCents: number, discountBasisPoints: number) =>
    toBagLine(productOf({ isPbm: true, listPriceCents }), 1, { discountBasisPoints, units: 1 }).unitPriceCents
  expect([priceOf(1, 9_999), priceOf(1000, 10_000), priceOf(1, 5_000), priceOf(3, 5_000), priceOf(3, 5_001)]).toEqual([
    1, 1, 1, 2, 1,
  ])
})

test('what needs a prescription makes the bag need one', () => {
  const line = toBagLine(productOf({ requiresPrescription: true }), 1)
  expect(sumLines([toBagLine(productOf(), 1)], 0).requiresPrescription).toBe(false)
  expect(sumLines([toBagLine(productOf(), 1), line], 0).requiresPrescription).toBe(true)
})

test('an empty bag comes to nothing', () => {
  expect(sumLines([], 0)).toMatchObject({ unitCount: 0, itemsCents: 0, discountCents: 0, totalCents: 0 })
})

test('items less discount less coupon is the total, whatever is in the bag', () => {
  const anyProduct = fc
    .record({ listPriceCents: fc.integer({ min: 1, max: 100_000 }), priceCents: fc.integer({ min: 1, max: 100_000 }) })
    .map(({ listPriceCents, priceCents }) => {
      const isDiscounted = priceCents < listPriceCents
      const price = isDiscounted ? priceCents : listPriceCents
      return productOf({ listPriceCents, priceCents: price, fullPriceCents: isDiscounted ? listPriceCents : null })
    })
  const anyLines = fc.array(fc.tuple(anyProduct, fc.integer({ min: 1, max: 99 })), { maxLength: 8 })
  fc.assert(
    fc.property(anyLines, fc.integer({ min: 0, max: 500 }), (bought, couponCents) => {
      const sums = sumLines(
        bought.map(([product, quantity]) => toBagLine(product, quantity)),
        couponCents,
      )
      expect(sums.itemsCents - sums.discountCents - sums.couponDiscountCents).toBe(sums.totalCents)
      expect(sums.itemsCents).toBe(bought.reduce((sum, [{ listPriceCents }, units]) => sum + listPriceCents * units, 0))
      expect(sums.totalCents).toBe(
        bought.reduce((sum, [{ priceCents }, units]) => sum + priceCents * units, 0) - couponCents,
      )
      expect(sums.unitCount).toBe(bought.reduce((sum, [, units]) => sum + units, 0))
    }),
  )
})
