import * as promotions from '../catalogue/promotions.ts'
import { listMatchingIds } from '../catalogue/staff-products.ts'
import type { Context } from '../context.ts'
import { ShopError } from '../platform/errors.ts'

/** More than that is not one selection, but the shop. */
const maxPromotionProducts = 1_000

/** The products of a search that may have a promotion together. @throws ShopError "promotion.tooMany" */
export async function loadSelection(ctx: Context, term: string): Promise<promotions.PromotionSelection> {
  const ids = await listMatchingIds(ctx, term, maxPromotionProducts + 1)
  if (ids.length > maxPromotionProducts) throw new ShopError('promotion.tooMany', { max: maxPromotionProducts })
  return promotions.loadSelection(ctx, ids)
}

/** What a page shows of a selection: another promotion of its products is another state. */
export function toSeenSelection({ products, bagPromotionIds }: promotions.PromotionSelection) {
  return { products, bagPromotionIds }
}
