import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProductSummary } from '../catalogue/types.ts'
import type { Transaction } from '../database/connection.ts'
import { uncoveredBranchId } from '../delivery/delivery.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { Coupon } from './coupon.ts'
import type { CouponService } from './coupons.ts'
import type { LaboratoryDiscountService } from './laboratory-discounts.ts'
import { calculateDiscountedPriceCents, type ProgrammeOffer } from './programme/programme.ts'

/** What the bag's cookie holds: no prices or names, so that an old bag can never show or charge an old price. */
export interface Bag {
  lines: { productId: number; quantity: number }[]
  couponCode?: string | undefined
  /** The id under which the server stores the laboratory opt-in. */
  laboratoryOptInId?: string | undefined
}

/** What always fits into a cookie's 4,096 bytes, with a coupon and a laboratory opt-in: lines, and digits in all of them. */
const maxLines = 150
const maxDigitCount = 2_200

/** A line at one branch's current price and stock. */
export interface BagLine {
  product: ProductSummary
  quantity: number
  /** quantity × unit price, before and after the product's own discount. */
  fullTotalCents: number
  totalCents: number
  /** The price charged for one unit. */
  unitPriceCents: number
  /** With the laboratory's discount, where the customer opted in and its programme grants it: the line is charged at it. */
  laboratoryDiscount: { listPriceCents: number; discountBasisPoints: number } | null
  /** For how many units the programme grants it, where the line has more and so is charged without it. */
  laboratoryUnitLimit: number | null
}

export interface ReviewedBag {
  /** The bag as it can be ordered now. */
  bag: Bag
  lines: BagLine[]
  /** Lines removed because the branch has none of them, and lines reduced to its stock. */
  droppedLines: { productId: number; name: string | null; reason: ShopErrorCode }[]
  reducedLines: { productId: number; name: string; quantity: number }[]
  coupon: Coupon | null
  /** Why the bag's coupon was removed. */
  couponRefusal: ShopErrorCode | null
  /** The minimum amount of the coupon that was refused, where it has one. */
  couponMinSubtotalCents: number | null
  unitCount: number
  itemsCents: number
  discountCents: number
  couponDiscountCents: number
  /** What would be charged: items − discount − coupon; delivery is free. */
  totalCents: number
  requiresPrescription: boolean
}

export type BagService = ReturnType<typeof createBagService>

/** Bags checked against the catalogue. The rules that need no catalogue are the functions below. */
export function createBagService(
  catalogue: Catalogue,
  coupons: CouponService,
  laboratoryDiscounts: LaboratoryDiscountService,
) {
  return {
    reviewBag,
    addProduct,
    setQuantity,
    mergeSharedBag,
    addLines: addFittingLines,
    removeProduct: removeProductFromBag,
    applyCoupon,
    parseQuantity,
  }

  /**
   * Adds a product to a bag at one branch's stock.
   * @throws ShopError "zipcode.uncovered", "product.unknown", "product.notSoldOnline", "product.paused",
   *   "product.unavailable", "bag.full"
   */
  async function addProduct(bag: Bag, branchId: number, productId: number, quantity: number): Promise<BagChange> {
    const { stock } = await getBuyableProduct(branchId, productId)
    return addProductToBag(bag, productId, quantity, stock)
  }

  /**
   * Sets a product's quantity; below 1 it leaves the bag.
   * @throws ShopError as `add`, but never when the product leaves
   */
  async function setQuantity(bag: Bag, branchId: number, productId: number, quantity: number): Promise<BagChange> {
    if (quantity < 1) return { bag: removeProductFromBag(bag, productId), isClamped: false }
    const { stock } = await getBuyableProduct(branchId, productId)
    return setQuantityInBag(bag, productId, quantity, stock)
  }

  async function getBuyableProduct(branchId: number, productId: number): Promise<ProductSummary> {
    if (branchId === uncoveredBranchId) throw new ShopError('zipcode.uncovered')
    const product = (await catalogue.findProducts(branchId, [productId])).get(productId)
    if (!product) throw new ShopError('product.unknown')
    if (!product.sellableOnline) throw new ShopError('product.notSoldOnline')
    if (product.isPaused) throw new ShopError('product.paused')
    if (product.stock <= 0) throw new ShopError('product.unavailable')
    return product
  }

  /**
   * Checks a bag against one branch's prices and stock (specification, section 4: stock check). Unavailable products are
   * removed, quantities above the stock reduced, a coupon without effect dropped; the caller tells the shopper and saves the
   * new bag. Whether a coupon was already used can be checked only for a customer.
   */
  async function reviewBag(bag: Bag, branchId: number, { customerId, tx }: ReviewContext = {}): Promise<ReviewedBag> {
    const requestedLines = mergeLines(bag.lines)
    const ids = requestedLines.map((line) => line.productId)
    const products = await catalogue.findProducts(branchId, ids, tx)
    const programmeOffers =
      bag.laboratoryOptInId === undefined
        ? new Map()
        : await laboratoryDiscounts.loadOffersByProductId(bag.laboratoryOptInId, customerId, tx)
    const unlistedIds = ids.filter((id) => !products.has(id))
    const unlistedRecords = await catalogue.loadProductRecords(unlistedIds, tx)
    const { lines, droppedLines, reducedLines } = fitLinesToStock(
      requestedLines,
      products,
      unlistedRecords,
      programmeOffers,
    )
    const itemsCents = sumBy(lines, (line) => line.fullTotalCents)
    const discountedTotalCents = sumBy(lines, (line) => line.totalCents)
    const evaluation = await evaluateCouponForLines(bag.couponCode, lines, { customerId, tx })
    const acceptedEvaluation = evaluation && 'coupon' in evaluation ? evaluation : null
    const couponDiscountCents = acceptedEvaluation?.discountCents ?? 0
    return {
      bag: {
        lines: lines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
        couponCode: acceptedEvaluation?.coupon.code,
        laboratoryOptInId: bag.laboratoryOptInId,
      },
      lines,
      droppedLines,
      reducedLines,
      coupon: acceptedEvaluation?.coupon ?? null,
      couponRefusal: evaluation && 'refusal' in evaluation ? evaluation.refusal : null,
      couponMinSubtotalCents: evaluation && 'refusal' in evaluation ? (evaluation.minSubtotalCents ?? null) : null,
      unitCount: sumBy(lines, (line) => line.quantity),
      itemsCents,
      discountCents: itemsCents - discountedTotalCents,
      couponDiscountCents,
      totalCents: discountedTotalCents - couponDiscountCents,
      requiresPrescription: lines.some((line) => line.product.requiresPrescription),
    }
  }

  /**
   * Adds somebody else's lines to a bag, as far as the branch has them and the bag has room.
   * @throws ShopError "zipcode.uncovered", "bagLink.nothingLeft"
   */
  async function mergeSharedBag(
    bag: Bag,
    branchId: number,
    lines: Bag['lines'],
  ): Promise<{ review: ReviewedBag; isFull: boolean }> {
    if (branchId === uncoveredBranchId) throw new ShopError('zipcode.uncovered')
    const { bag: sellableBag } = await reviewBag({ lines }, branchId)
    if (sellableBag.lines.length === 0) throw new ShopError('bagLink.nothingLeft')
    const { bag: mergedBag, isFull } = mergeLinesIntoBag(bag, sellableBag.lines)
    return { review: await reviewBag(mergedBag, branchId), isFull }
  }

  /**
   * Puts a coupon into a bag; one bag has one.
   * @throws ShopError "bag.empty", "coupon.unknown", "coupon.used", "coupon.nothingToDiscount"
   */
  async function applyCoupon(bag: Bag, branchId: number, couponCode: string, customerId?: number): Promise<Bag> {
    const reviewedBag = await reviewBag({ ...bag, couponCode }, branchId, { customerId })
    if (reviewedBag.lines.length === 0) throw new ShopError('bag.empty', { input: 'couponCode' })
    if (reviewedBag.couponRefusal)
      throw new ShopError(reviewedBag.couponRefusal, {
        input: 'couponCode',
        cents: reviewedBag.couponMinSubtotalCents ?? 0,
      })
    return reviewedBag.bag
  }

  async function evaluateCouponForLines(code: string | undefined, lines: BagLine[], { customerId, tx }: ReviewContext) {
    if (code === undefined || lines.length === 0) return null
    const promotableLines = lines.filter(({ product }) => product.promoAllowed)
    return coupons.evaluateCoupon(code, {
      eligibleCents: sumBy(promotableLines, (line) => line.totalCents),
      customerId,
      tx,
    })
  }
}

/** For which customer, and in which transaction, a bag is checked. */
interface ReviewContext {
  customerId?: number | undefined
  tx?: Transaction | undefined
}

/**
 * Reduces a bag's lines to what a branch can sell.
 * @param unlistedRecords of products that the branch does not list
 * @param programmeOffers of laboratories' programmes
 */
function fitLinesToStock(
  requestedLines: Bag['lines'],
  products: Map<number, ProductSummary>,
  unlistedRecords: Map<number, { name: string }>,
  programmeOffers: Map<number, ProgrammeOffer>,
): Pick<ReviewedBag, 'lines' | 'droppedLines' | 'reducedLines'> {
  const lines: BagLine[] = []
  const droppedLines: ReviewedBag['droppedLines'] = []
  const reducedLines: ReviewedBag['reducedLines'] = []
  for (const { productId, quantity } of requestedLines) {
    const product = products.get(productId)
    if (!product || product.stock <= 0 || !product.sellableOnline) {
      droppedLines.push({
        productId,
        name: (product ?? unlistedRecords.get(productId))?.name ?? null,
        reason: findDropReason(product),
      })
      continue
    }
    const availableQuantity = Math.min(quantity, product.stock)
    if (availableQuantity < quantity) reducedLines.push({ productId, name: product.name, quantity: availableQuantity })
    lines.push(toBagLine(product, availableQuantity, programmeOffers.get(productId)))
  }
  return { lines, droppedLines, reducedLines }
}

function findDropReason(product: ProductSummary | undefined): ShopErrorCode {
  if (!product) return 'product.unknown'
  if (!product.sellableOnline) return 'product.notSoldOnline'
  return product.isPaused ? 'product.paused' : 'product.unavailable'
}

function toBagLine(product: ProductSummary, quantity: number, offer?: ProgrammeOffer): BagLine {
  const programmeOffer = product.isPbm ? offer : undefined
  if (!programmeOffer || programmeOffer.units < quantity) {
    return {
      product,
      quantity,
      fullTotalCents: (product.fullPriceCents ?? product.priceCents) * quantity,
      totalCents: product.priceCents * quantity,
      unitPriceCents: product.priceCents,
      laboratoryDiscount: null,
      laboratoryUnitLimit: programmeOffer?.units ?? null,
    }
  }
  const { discountBasisPoints } = programmeOffer
  const unitPriceCents = calculateDiscountedPriceCents(product.listPriceCents, discountBasisPoints)
  // Its discount is none of the order's (specification, section 5): the price itself is lower.
  return {
    product,
    quantity,
    fullTotalCents: unitPriceCents * quantity,
    totalCents: unitPriceCents * quantity,
    unitPriceCents,
    laboratoryDiscount: { listPriceCents: product.listPriceCents, discountBasisPoints },
    laboratoryUnitLimit: null,
  }
}

/** The bag after a change, and whether the quantity was reduced to the stock. */
interface BagChange {
  bag: Bag
  isClamped: boolean
}

function addProductToBag(bag: Bag, productId: number, quantity: number, stock: number): BagChange {
  return setQuantityInBag(bag, productId, getQuantityInBag(bag, productId) + quantity, stock)
}

function setQuantityInBag(bag: Bag, productId: number, quantity: number, stock: number): BagChange {
  const clampedQuantity = Math.min(quantity, stock)
  const isInBag = bag.lines.some((line) => line.productId === productId)
  const lines = isInBag
    ? bag.lines.map((line) => (line.productId === productId ? { productId, quantity: clampedQuantity } : line))
    : [...bag.lines, { productId, quantity: clampedQuantity }]
  if (!fitsCookie(lines)) throw new ShopError('bag.full')
  return { bag: { ...bag, lines }, isClamped: quantity > stock }
}

/** One line for each product, however often a bag from outside names it. */
function mergeLines(lines: Bag['lines']): Bag['lines'] {
  const quantityByProductId = new Map<number, number>()
  for (const { productId, quantity } of lines)
    quantityByProductId.set(productId, (quantityByProductId.get(productId) ?? 0) + quantity)
  return [...quantityByProductId].map(([productId, quantity]) => ({ productId, quantity }))
}

/** Adds lines, as many as fit the cookie. */
function addFittingLines(bag: Bag, addedLines: Bag['lines']): { bag: Bag; isFull: boolean } {
  const lines = [...bag.lines]
  for (const line of addedLines) if (fitsCookie([...lines, line])) lines.push(line)
  return { bag: { ...bag, lines }, isFull: lines.length < bag.lines.length + addedLines.length }
}

/** Merges another bag's lines: of products in both, the larger quantity counts, so that merging twice changes nothing. */
function mergeLinesIntoBag(bag: Bag, addedLines: Bag['lines']): { bag: Bag; isFull: boolean } {
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

function removeProductFromBag(bag: Bag, productId: number): Bag {
  return { ...bag, lines: bag.lines.filter((line) => line.productId !== productId) }
}

function getQuantityInBag(bag: Bag, productId: number): number {
  return bag.lines.find((line) => line.productId === productId)?.quantity ?? 0
}

/**
 * A quantity as typed: whole numbers only; negative becomes 0, anything else null
 * (specification, section 5).
 */
function parseQuantity(input: string): number | null {
  const text = normalizeInput(input)
  if (!/^[+-]?\d+$/.test(text)) return null
  return Math.max(0, Math.min(Number(text), Number.MAX_SAFE_INTEGER))
}

function sumBy<Item>(items: Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0)
}
