import type { Row } from '../database/schema.ts'
import type { ShopErrorCode } from '../platform/errors.ts'
import type { Discount } from './pricing.ts'

/** Why the law (RDC 44/2009, art. 54) or a laboratory's programme allows a product no promotion. */
export function findPromotionRefusal(product: Pick<Row<'product'>, 'promo_allowed' | 'is_pbm'>): ShopErrorCode | null {
  if (product.promo_allowed === 0) return 'promotion.forbidden'
  return product.is_pbm === 1 ? 'promotion.laboratory' : null
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
  { is_running, starts_at, ends_at }: Pick<Row<'promotion'>, 'is_running' | 'starts_at' | 'ends_at'>,
  now: string,
): 'start' | 'end' | null {
  if (ends_at !== null && ends_at <= now) return 'end'
  return is_running === 0 && starts_at <= now ? 'start' : null
}
