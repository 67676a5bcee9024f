import type { Context } from '../context.ts'
import { listPromotedProductIds } from './listing/listing.ts'
import { findProducts } from './products.ts'
import type { ProductSummary } from './types.ts'

/**
 * Products of a category for the home page: in stock, the biggest discounts first. Only what may be promoted (RDC 44/2009, art. 54).
 */
export async function listPromotedProducts(
  ctx: Context,
  branchId: number,
  categoryId: number,
  limit: number,
): Promise<ProductSummary[]> {
  // More than needed, since some may not be promoted or sold online.
  const ids = await listPromotedProductIds(ctx, branchId, categoryId, limit * 3)
  const products = await findProducts(ctx, branchId, ids)
  return ids
    .flatMap((id) => products.get(id) ?? [])
    .filter(({ isPromoAllowed, isSellableOnline }) => isPromoAllowed && isSellableOnline)
    .slice(0, limit)
}
