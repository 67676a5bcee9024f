import type { ListingService } from './listing/listing.ts'
import type { ProductService } from './products.ts'
import type { ProductSummary } from './types.ts'

/** The home page's shelves. */
export function createHomeShelfService(listings: ListingService, { findProducts }: ProductService) {
  return { listPromotedProducts }

  /**
   * Products of a category for the home page: in stock, the biggest discounts first. Only what may be promoted (RDC 44/2009, art. 54).
   */
  async function listPromotedProducts(branchId: number, categoryId: number, limit: number): Promise<ProductSummary[]> {
    // More than needed, since some may not be promoted or sold online.
    const ids = await listings.listPromotedProductIds(branchId, categoryId, limit * 3)
    const products = await findProducts(branchId, ids)
    return ids
      .flatMap((id) => products.get(id) ?? [])
      .filter(({ promoAllowed, sellableOnline }) => promoAllowed && sellableOnline)
      .slice(0, limit)
  }
}
