import type { Row } from '../database/schema.ts'
import type { ShopErrorCode } from '../platform/errors.ts'
import type { Discount } from './pricing.ts'

/** Why the law (RDC 44/2009, art. 54) or a laboratory's programme allows a product no promotion. */
export function findPromotionRefusal(product: Pick<Row<'product'>, 'isPromoAllowed' | 'isPbm'>): ShopErrorCode | null {
  if (!product.isPromoAllowed) return 'promotion.forbidden'
  return product.isPbm ? 'promotion.laboratory' : null
}

/** The same for a promotion whose price depends on the bag: no medicine has one (RDC 96/2008). */
export function findBagPromotionRefusal(
  product: Pick<Row<'product'>, 'isPromoAllowed' | 'isPbm' | 'isMedicine'>,
): ShopErrorCode | null {
  return product.isMedicine ? 'promotion.medicine' : findPromotionRefusal(product)
}

/**
 * An amount must leave something of the lowest price.
 * @param lowestPriceCents of all branches; 0 where none offers the product
 */
export function isBelowLowestPrice({ type, value }: Discount, lowestPriceCents: number): boolean {
  return type === 'percent' || lowestPriceCents === 0 || value < lowestPriceCents
}

/** What is to be done with a promotion; null: nothing. The instant of its start counts, that of its end does not. */
export function findDueStep(
  { isRunning, startsAt, endsAt }: Pick<Row<'promotion'>, 'isRunning' | 'startsAt' | 'endsAt'>,
  now: Date,
): 'start' | 'end' | null {
  if (endsAt !== null && endsAt <= now) return 'end'
  return !isRunning && startsAt <= now ? 'start' : null
}
