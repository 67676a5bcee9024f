import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../app/texts/limits.ts'
import type { Bag } from './bag.ts'
import {
  addFittingLines,
  addProductToBag,
  mergeLines,
  mergeLinesIntoBag,
  parseQuantity,
  removeProductFromBag,
  setQuantityInBag,
} from './bag-lines.ts'

const bagOf = (...lines: [productId: number, quantity: number][]): Bag => ({
  couponCode: 'BEMVINDO10',
  lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
})
const crowd = (count: number, firstId = 1000) =>
  bagOf(...Array.from({ length: count }, (_, index): [number, number] => [firstId + index, 1]))

const anyLine = fc.record({ productId: fc.integer({ min: 1, max: 12 }), quantity: fc.integer({ min: 1, max: 99 }) })
const anyLines = fc.array(anyLine, { maxLength: 20 })
const anyBag = anyLines.map((lines) => ({ lines: mergeLines(lines) }))
const quantityIn = ({ lines }: Bag, id: number) => lines.find(({ productId }) => productId === id)?.quantity ?? 0

test.each([
  ['7', 7],
  [' 7 ', 7],
  ['+7', 7],
  ['007', 7],
  ['0', 0],
  ['-1', 0],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['abc', null],
  ['', null],
  ['1.5', null],
  ['1,5', null],
  ['1e3', null],
  ['--1', null],
  ['1 2', null],
])('a quantity typed as %.20s is %j', (typed, quantity) => {
  expect(parseQuantity(typed)).toBe(quantity)
})

test.each([
  ['a first unit', bagOf(), 1, 9, { quantity: 1, isClamped: false }],
  ['more of what is there', bagOf([1, 2]), 3, 9, { quantity: 5, isClamped: false }],
  ['the last unit of the stock', bagOf([1, 2]), 7, 9, { quantity: 9, isClamped: false }],
  ['a unit more than the stock', bagOf([1, 2]), 8, 9, { quantity: 9, isClamped: true }],
  ['more than a line may have', bagOf(), 2e6, 3e6, { quantity: limits.units, isClamped: true }],
])('adding %s is stopped by the stock alone', (_, bag, added, stock, { quantity, isClamped }) => {
  const change = addProductToBag(bag, 1, added, available(stock))
  expect([quantityIn(change.bag, 1), change.isClamped]).toEqual([quantity, isClamped])
  expect(change.bag.couponCode).toBe('BEMVINDO10')
})

const available = (stock: number) => ({ stock, maxUnits: null })

test('setting a quantity replaces it in its place, and leaves the other lines', () => {
  const bag = bagOf([1, 2], [2, 3], [3, 4])
  expect(setQuantityInBag(bag, 2, 9, available(10)).bag).toEqual(bagOf([1, 2], [2, 9], [3, 4]))
  expect(setQuantityInBag(bag, 4, 1, available(10)).bag).toEqual(bagOf([1, 2], [2, 3], [3, 4], [4, 1]))
  expect(removeProductFromBag(bag, 2)).toEqual(bagOf([1, 2], [3, 4]))
  expect(removeProductFromBag(bag, 9)).toEqual(bag)
})

test('a bag has 150 products; one more is refused, and a line that is there still grows', () => {
  expect(addProductToBag(crowd(149), 1, 1, available(9)).bag.lines).toHaveLength(150)
  expect(() => addProductToBag(crowd(150), 1, 1, available(9))).toThrow(expect.objectContaining({ code: 'bag.full' }))
  expect(quantityIn(setQuantityInBag(crowd(150), 1000, 9, available(9)).bag, 1000)).toBe(9)
})

test('a bag has 2,200 digits in ids and quantities: a line that would grow beyond them is refused', () => {
  // 16 digits of an id and 6 of a quantity, a hundred times.
  const full = bagOf(...Array.from({ length: 100 }, (_, index): [number, number] => [1e15 + index, 100_000]))
  expect(setQuantityInBag(full, 1e15, 999_999, available(1e6)).isClamped).toBe(false)
  expect(() => setQuantityInBag(full, 1e15, 1e6, available(1e6))).toThrow(expect.objectContaining({ code: 'bag.full' }))
  expect(() => setQuantityInBag(full, 1, 1, available(1e6))).toThrow(expect.objectContaining({ code: 'bag.full' }))
})

test('a bag from outside that names a product twice has one line with the sum, in the order of the first', () => {
  expect(mergeLines(bagOf([2, 1], [1, 4], [2, 3]).lines)).toEqual(bagOf([2, 4], [1, 4]).lines)
  fc.assert(
    fc.property(anyLines, (lines) => {
      const merged = mergeLines(lines)
      const sum = (all: Bag['lines']) => all.reduce((units, { quantity }) => units + quantity, 0)
      expect(sum(merged)).toBe(sum(lines))
      expect(new Set(merged.map(({ productId }) => productId)).size).toBe(merged.length)
    }),
  )
})

test('lines that fit are added, and a full bag says that some did not', () => {
  expect(addFittingLines(bagOf([1, 2]), bagOf([2, 3]).lines)).toEqual({ bag: bagOf([1, 2], [2, 3]), isFull: false })
  const { bag, isFull } = addFittingLines(crowd(149), crowd(5, 2000).lines)
  expect([bag.lines.length, bag.lines.at(-1)?.productId, isFull]).toEqual([150, 2000, true])
})

test('of another bag’s lines the larger quantity counts, so that its link opened twice changes nothing', () => {
  expect(mergeLinesIntoBag(bagOf([1, 2], [2, 5]), bagOf([1, 4], [2, 3], [3, 1]).lines)).toEqual({
    bag: bagOf([1, 4], [2, 5], [3, 1]),
    isFull: false,
  })
  fc.assert(
    fc.property(anyBag, anyBag, (bag, { lines: addedLines }) => {
      const { bag: once, isFull } = mergeLinesIntoBag(bag, addedLines)
      expect(isFull).toBe(false)
      expect(mergeLinesIntoBag(once, addedLines).bag).toEqual(once)
      for (const { productId } of [...bag.lines, ...addedLines])
        expect(quantityIn(once, productId)).toBe(
          Math.max(quantityIn(bag, productId), quantityIn({ lines: addedLines }, productId)),
        )
    }),
  )
})

test('whatever is added, no line is above its stock, and the bag says so', () => {
  const anyStep = fc.record({
    productId: fc.integer({ min: 1, max: 5 }),
    added: fc.integer({ min: 1, max: 2_000_000 }),
    stock: fc.integer({ min: 1, max: 2_000_000 }),
  })
  fc.assert(
    fc.property(anyBag, anyStep, (bag, { productId, added, stock }) => {
      const wanted = quantityIn(bag, productId) + added
      const { bag: grown, isClamped } = addProductToBag(bag, productId, added, available(stock))
      expect(quantityIn(grown, productId)).toBe(Math.min(wanted, stock, limits.units))
      expect(isClamped).toBe(wanted > stock || wanted > limits.units)
    }),
  )
})
