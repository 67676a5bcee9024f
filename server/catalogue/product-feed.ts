import type { Context } from '../context.ts'
import { isGtin } from './gtin.ts'
import { calculateUnitPrice, discountOf } from './pricing.ts'
import { placeholderPicture } from './types.ts'

/** What is published of a product for search engines and price comparison sites. */
interface FeedProduct {
  id: number
  sku: string
  slug: string
  name: string
  brand: string
  description: string
  /** Null where the shop has none, one that is no GTIN, or one that two products have. */
  ean: string | null
  pictureKey: string
  priceCents: number
  /** Before a discount; null where there is none. */
  fullPriceCents: number | null
  inStock: boolean
}

export async function findLastProductId(ctx: Context): Promise<number> {
  const { id } = await ctx.db
    .selectFrom('product')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** The slugs of products a branch lists with `afterId < id <= lastId`. */
export async function listProductSlugs(
  ctx: Context,
  branchId: number,
  afterId: number,
  lastId: number,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select('product.slug')
    .where('offer.branchId', '=', branchId)
    .where('product.id', '>', afterId)
    .where('product.id', '<=', lastId)
    .orderBy('product.id')
    .execute()
  return rows.map(({ slug }) => slug)
}

/**
 * Products with an id above `afterId`, the lowest first, that may be advertised: no prescription item, nothing that may not
 * be promoted or is not sold online (RDC 44/2009, art. 54).
 */
export async function listAdvertisableProducts(
  ctx: Context,
  branchId: number,
  afterId: number,
  limit: number,
): Promise<FeedProduct[]> {
  const rows = await ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .leftJoin('productPicture', (join) =>
      join.onRef('productPicture.productId', '=', 'product.id').on('productPicture.position', '=', 1),
    )
    .where('offer.branchId', '=', branchId)
    .where('product.id', '>', afterId)
    .where('product.requiresPrescription', '=', false)
    .where('product.isPromoAllowed', '=', true)
    .where('product.isSellableOnline', '=', true)
    .select(['product.id', 'product.sku', 'product.slug', 'product.name', 'product.brand', 'product.description'])
    .select(['product.ean', 'product.isPbm', 'product.discountType', 'product.discountValue'])
    // A code of two products names neither.
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('product as other')
          .select('other.id')
          .whereRef('other.ean', '=', 'product.ean')
          .whereRef('other.id', '<>', 'product.id'),
      ).as('sharesEan'),
    )
    .select(['productPicture.pictureKey', 'offer.priceCents', 'offer.isOutOfStock'])
    .orderBy('product.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    ean: row.ean !== null && isGtin(row.ean) && !row.sharesEan ? row.ean : null,
    pictureKey: row.pictureKey ?? placeholderPicture.key,
    ...calculateUnitPrice(row.priceCents, discountOf(row), row.isPbm),
    inStock: !row.isOutOfStock,
  }))
}
