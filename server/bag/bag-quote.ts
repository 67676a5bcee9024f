import { limits } from '../../app/texts/limits.ts'
import type { ApplicablePromotion } from '../catalogue/bag-promotions/bag-promotions.ts'
import type { ProductSummary } from '../catalogue/types.ts'
import type { ShopErrorCode } from '../platform/errors.ts'
import { sumBy } from '../platform/sum-by.ts'
import { calculateDiscountedPriceCents, type ProgrammeOffer } from '../ports/laboratory-programme.ts'
import { applyPromotions } from './apply-promotions.ts'
import type { Bag, BagLine, ReviewedBag } from './bag.ts'
import { findPromotionHints } from './promotion-hints.ts'

/**
 * Reduces a bag's lines to what a branch can sell.
 * @param unlistedRecords of products that the branch does not list
 * @param programmeOffers of laboratories' programmes
 */
export function fitLinesToStock(
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
    const reason = findUnsellableReason(product)
    if (!product || reason) {
      droppedLines.push({
        productId,
        name: (product ?? unlistedRecords.get(productId))?.name ?? null,
        reason: reason ?? 'product.unknown',
      })
      continue
    }
    const maxQuantity = getMaxQuantity(product)
    const availableQuantity = Math.min(quantity, maxQuantity)
    const isMaximum = maxQuantity === product.maxUnits
    if (availableQuantity < quantity)
      reducedLines.push({ productId, name: product.name, quantity: availableQuantity, isMaximum })
    lines.push(toBagLine(product, availableQuantity, programmeOffers.get(productId)))
  }
  return { lines, droppedLines, reducedLines }
}

/** As many units as the branch has and a customer may have. */
export function getMaxQuantity({ stock, maxUnits }: Pick<ProductSummary, 'stock' | 'maxUnits'>): number {
  return Math.min(stock, maxUnits ?? limits.units, limits.units)
}

/** Why a branch sells no unit of a product now; null where it does. */
export function findUnsellableReason(product: ProductSummary | undefined): ShopErrorCode | null {
  if (!product) return 'product.unknown'
  if (!product.isSellableOnline) return 'product.notSoldOnline'
  if (product.isPaused) return 'product.paused'
  return product.stock > 0 ? null : 'product.unavailable'
}

/** Without promotions: `discountLines` adds them. */
export function toBagLine(product: ProductSummary, quantity: number, offer?: ProgrammeOffer): BagLine {
  const programmeOffer = product.isPbm ? offer : undefined
  if (!programmeOffer || programmeOffer.units < quantity) {
    return {
      product,
      quantity,
      fullTotalCents: (product.fullPriceCents ?? product.priceCents) * quantity,
      totalCents: product.priceCents * quantity,
      discounts: [],
      promotionHint: null,
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
    discounts: [],
    promotionHint: null,
    unitPriceCents,
    laboratoryDiscount: { listPriceCents: product.listPriceCents, discountBasisPoints },
    laboratoryUnitLimit: null,
  }
}

/** The lines with what promotions and the products' own discounts take off them. */
export function discountLines(
  lines: BagLine[],
  promotions: ApplicablePromotion[],
  visitor: { now: Date; isMember: boolean },
): BagLine[] {
  const promotableLines = lines.map(({ product, quantity, fullTotalCents, unitPriceCents }) => ({
    ...{ productId: product.id, quantity, maxQuantity: getMaxQuantity(product) },
    ...{ fullPriceCents: fullTotalCents / quantity, priceCents: unitPriceCents },
  }))
  const discounts = applyPromotions(promotableLines, promotions, visitor)
  const hints = findPromotionHints(promotableLines, promotions, visitor)
  return lines.map((line) => {
    const lineDiscounts = discounts.flatMap(({ productId, ...discount }) =>
      productId === line.product.id ? [discount] : [],
    )
    return {
      ...line,
      discounts: lineDiscounts,
      totalCents: line.fullTotalCents - sumBy(lineDiscounts, ({ cents }) => cents),
      promotionHint: hints.get(line.product.id)?.text ?? null,
    }
  })
}

/** What a bag's lines come to, in cents. */
type BagTotals = Pick<
  ReviewedBag,
  'unitCount' | 'itemsCents' | 'discountCents' | 'couponDiscountCents' | 'totalCents' | 'requiresPrescription'
>

export function sumLines(lines: BagLine[], couponDiscountCents: number): BagTotals {
  const itemsCents = sumBy(lines, (line) => line.fullTotalCents)
  const discountedTotalCents = sumBy(lines, (line) => line.totalCents)
  return {
    unitCount: sumBy(lines, (line) => line.quantity),
    itemsCents,
    discountCents: itemsCents - discountedTotalCents,
    couponDiscountCents,
    totalCents: discountedTotalCents - couponDiscountCents,
    requiresPrescription: lines.some((line) => line.product.requiresPrescription),
  }
}
