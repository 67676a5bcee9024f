import { limits } from '../../app/texts/limits.ts'
import { loadApplicablePromotions } from '../catalogue/bag-promotions/bag-promotions.ts'
import { findProducts, loadProductRecords } from '../catalogue/products.ts'
import type { ProductSummary } from '../catalogue/types.ts'
import type { Context } from '../context.ts'
import { uncoveredBranchId } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import type { Bag, BagLine, ReviewedBag } from './bag.ts'
import {
  addProductToBag,
  type BagChange,
  mergeLines,
  mergeLinesIntoBag,
  removeProductFromBag,
  setQuantityInBag,
} from './bag-lines.ts'
import { discountLines, findUnsellableReason, fitLinesToStock, sumLines } from './bag-quote.ts'
import { sumEligibleCents } from './coupon-discount.ts'
import { evaluateCoupon } from './coupons.ts'
import { loadOffersByProductId } from './laboratory-discounts.ts'

export async function addProduct(
  ctx: Context,
  bag: Bag,
  branchId: number,
  productId: number,
  quantity: number,
): Promise<BagChange> {
  const product = await getBuyableProduct(ctx, branchId, productId)
  return addProductToBag(bag, productId, quantity, product)
}

/**
 * Sets a product's quantity; below 1 it leaves the bag.
 * @throws ShopError as `add`, but never when the product leaves
 */
export async function setQuantity(
  ctx: Context,
  bag: Bag,
  branchId: number,
  productId: number,
  quantity: number,
): Promise<BagChange> {
  if (quantity < 1) return { bag: removeProductFromBag(bag, productId), isClamped: false }
  const product = await getBuyableProduct(ctx, branchId, productId)
  return setQuantityInBag(bag, productId, quantity, product)
}

async function getBuyableProduct(ctx: Context, branchId: number, productId: number): Promise<ProductSummary> {
  if (branchId === uncoveredBranchId) throw new ShopError('zipcode.uncovered')
  const product = (await findProducts(ctx, branchId, [productId])).get(productId)
  const reason = findUnsellableReason(product)
  if (!product || reason) throw new ShopError(reason ?? 'product.unknown')
  return product
}

/**
 * Checks a bag against one branch's prices and stock (specification, section 4: stock check). Unavailable products are
 * removed, quantities above the stock reduced, a coupon without effect dropped; the caller tells the shopper and saves the
 * new bag. Whether a coupon was already used can be checked only for a customer.
 */
export async function reviewBag(
  ctx: Context,
  bag: Bag,
  branchId: number,
  { customerId, isMember = customerId !== undefined }: ReviewContext = {},
): Promise<ReviewedBag> {
  const requestedLines = mergeLines(bag.lines)
  const ids = requestedLines.map((line) => line.productId)
  const products = await findProducts(ctx, branchId, ids)
  const programmeOffers =
    bag.laboratoryOptInId === undefined
      ? new Map()
      : await loadOffersByProductId(ctx, bag.laboratoryOptInId, customerId)
  const unlistedIds = ids.filter((id) => !products.has(id))
  const unlistedRecords = await loadProductRecords(ctx, unlistedIds)
  const {
    lines: fittingLines,
    droppedLines,
    reducedLines,
  } = fitLinesToStock(requestedLines, products, unlistedRecords, programmeOffers)
  const promotions = await loadApplicablePromotions(
    ctx,
    fittingLines.flatMap(({ product }) => (product.promotionTitle === null ? [] : [product.id])),
  )
  const lines = discountLines(fittingLines, promotions, { now: ctx.clock.now(), isMember })
  const evaluation = await evaluateCouponForLines(ctx, bag.couponCode, lines, { customerId })
  const acceptedEvaluation = evaluation && 'coupon' in evaluation ? evaluation : null
  return {
    bag: {
      lines: lines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
      // In an empty bag it waits for the first product.
      couponCode: lines.length === 0 ? bag.couponCode : acceptedEvaluation?.coupon.code,
      laboratoryOptInId: bag.laboratoryOptInId,
    },
    lines,
    droppedLines,
    reducedLines,
    coupon: acceptedEvaluation?.coupon ?? null,
    couponRefusal: evaluation && 'refusal' in evaluation ? evaluation.refusal : null,
    couponMinSubtotalCents: evaluation && 'refusal' in evaluation ? (evaluation.minimumCents ?? null) : null,
    ...sumLines(lines, acceptedEvaluation?.discountCents ?? 0),
  }
}

/** Adds somebody else's lines to a bag, as far as the branch has them and the bag has room. */
export async function mergeSharedBag(
  ctx: Context,
  bag: Bag,
  branchId: number,
  lines: Bag['lines'],
): Promise<{ review: ReviewedBag; isFull: boolean }> {
  if (branchId === uncoveredBranchId) throw new ShopError('zipcode.uncovered')
  const { bag: sellableBag } = await reviewBag(ctx, { lines }, branchId)
  if (sellableBag.lines.length === 0) throw new ShopError('bagLink.nothingLeft')
  const { bag: mergedBag, isFull } = mergeLinesIntoBag(bag, sellableBag.lines)
  return { review: await reviewBag(ctx, mergedBag, branchId), isFull }
}

/**
 * Puts a coupon into a bag; one bag has one.
 * @throws ShopError "bag.empty", "coupon.unknown", "coupon.used", "coupon.nothingToDiscount"
 */
export async function applyCoupon(
  ctx: Context,
  bag: Bag,
  branchId: number,
  couponCode: string,
  customerId?: number,
): Promise<Bag> {
  const reviewedBag = await reviewBag(ctx, { ...bag, couponCode }, branchId, { customerId })
  if (reviewedBag.lines.length === 0) throw new ShopError('bag.empty', { input: 'couponCode' })
  if (reviewedBag.couponRefusal)
    throw new ShopError(reviewedBag.couponRefusal, {
      input: 'couponCode',
      cents: reviewedBag.couponMinSubtotalCents ?? 0,
    })
  return reviewedBag.bag
}

/**
 * Puts the coupon of a link into a bag; into an empty one, which it waits in for the first product.
 * @throws ShopError "coupon.unknown", "coupon.used", "coupon.usedUp", "coupon.notToday", "coupon.belowMinimum",
 *   "coupon.nothingToDiscount"
 */
export async function applyLinkedCoupon(
  ctx: Context,
  bag: Bag,
  branchId: number,
  couponCode: string,
  customerId?: number,
): Promise<Bag> {
  if (bag.lines.length > 0) return applyCoupon(ctx, bag, branchId, couponCode, customerId)
  const evaluation = await evaluateCoupon(ctx, couponCode, { eligibleCents: limits.priceCents, customerId })
  if ('refusal' in evaluation) throw new ShopError(evaluation.refusal as 'coupon.used')
  return { ...bag, couponCode: evaluation.coupon.code }
}

async function evaluateCouponForLines(
  ctx: Context,
  code: string | undefined,
  lines: BagLine[],
  { customerId }: ReviewContext,
) {
  if (code === undefined || lines.length === 0) return null
  return evaluateCoupon(ctx, code, { eligibleCents: sumEligibleCents(lines), customerId })
}

interface ReviewContext {
  customerId?: number | undefined
  /** Whether somebody is signed in, for whom the club's prices count. */
  isMember?: boolean
}
