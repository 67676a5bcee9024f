import type { ProductSummary } from '../catalogue/types.ts'
import { ShopError } from '../platform/errors.ts'
import { sumBy } from '../platform/sum-by.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { Bag } from './bag.ts'
import { getMaxQuantity } from './bag-quote.ts'

/** What always fits into a cookie's 4,096 bytes, with a coupon and a laboratory opt-in: lines, and digits in all of them. */
const maxLines = 150
const maxDigitCount = 2_200

/** The bag after a change, and whether the quantity was reduced: to the stock, or to what a customer may have. */
export interface BagChange {
  bag: Bag
  isClamped: boolean
  isMaximum?: boolean
}

/** How many units there are of a product, and how many a customer may have. */
type Availability = Pick<ProductSummary, 'stock' | 'maxUnits'>

export function addProductToBag(bag: Bag, productId: number, quantity: number, available: Availability): BagChange {
  return setQuantityInBag(bag, productId, getQuantityInBag(bag, productId) + quantity, available)
}

export function setQuantityInBag(bag: Bag, productId: number, quantity: number, available: Availability): BagChange {
  const maxQuantity = getMaxQuantity(available)
  const clampedQuantity = Math.min(quantity, maxQuantity)
  const isInBag = bag.lines.some((line) => line.productId === productId)
  const lines = isInBag
    ? bag.lines.map((line) => (line.productId === productId ? { productId, quantity: clampedQuantity } : line))
    : [...bag.lines, { productId, quantity: clampedQuantity }]
  if (!fitsCookie(lines)) throw new ShopError('bag.full')
  const isMaximum = maxQuantity === available.maxUnits
  return { bag: { ...bag, lines }, isClamped: quantity > clampedQuantity, isMaximum }
}

/** One line for each product, however often a bag from outside names it. */
export function mergeLines(lines: Bag['lines']): Bag['lines'] {
  const quantityByProductId = new Map<number, number>()
  for (const { productId, quantity } of lines)
    quantityByProductId.set(productId, (quantityByProductId.get(productId) ?? 0) + quantity)
  return [...quantityByProductId].map(([productId, quantity]) => ({ productId, quantity }))
}

/** Adds lines, as many as fit the cookie. */
export function addFittingLines(bag: Bag, addedLines: Bag['lines']): { bag: Bag; isFull: boolean } {
  const lines = [...bag.lines]
  for (const line of addedLines) if (fitsCookie([...lines, line])) lines.push(line)
  return { bag: { ...bag, lines }, isFull: lines.length < bag.lines.length + addedLines.length }
}

/** Merges another bag's lines: of products in both, the larger quantity counts, so that merging twice changes nothing. */
export function mergeLinesIntoBag(bag: Bag, addedLines: Bag['lines']): { bag: Bag; isFull: boolean } {
  const mergedLines = bag.lines.map((line) => {
    const addedLine = addedLines.find(({ productId }) => productId === line.productId)
    return addedLine && addedLine.quantity > line.quantity ? addedLine : line
  })
  const isNew = ({ productId }: { productId: number }) => getQuantityInBag(bag, productId) === 0
  return addFittingLines({ ...bag, lines: mergedLines }, addedLines.filter(isNew))
}

function fitsCookie(lines: Bag['lines']): boolean {
  const digitCount = sumBy(lines, ({ productId, quantity }) => `${productId}${quantity}`.length)
  return lines.length <= maxLines && digitCount <= maxDigitCount
}

export function removeProductFromBag(bag: Bag, productId: number): Bag {
  return { ...bag, lines: bag.lines.filter((line) => line.productId !== productId) }
}

function getQuantityInBag(bag: Bag, productId: number): number {
  return bag.lines.find((line) => line.productId === productId)?.quantity ?? 0
}

/**
 * A quantity as typed: whole numbers only; negative becomes 0, anything else null
 * (specification, section 5).
 */
export function parseQuantity(input: string): number | null {
  const text = normalizeInput(input)
  if (!/^[+-]?\d+$/.test(text)) return null
  return Math.max(0, Math.min(Number(text), Number.MAX_SAFE_INTEGER))
}
