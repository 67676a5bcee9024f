import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** The columns for cards and bag lines. */
const productSummaryColumns = [
  'product.id',
  'product.slug',
  'product.name',
  'product.brand',
  'product.kind',
  'product.requires_prescription',
  'product.is_medicine',
  'product.is_pbm',
  'product.promo_allowed',
  'product.sellable_online',
  'product.discount_type',
  'product.discount_value',
  'product_picture.picture_key',
  'product.presentation',
  'offer.price_cents',
  'product.paused_until',
] as const

/** What the branch sells of it: nothing of what is paused, nor of its safety stock. */
const sellableStock = sql<number>`case when offer.out_of_stock = 1 then 0 else offer.stock - offer.safety_stock end`.as(
  'stock',
)

/** A product as one branch offers it, with the first picture. */
export function selectProductSummaries(ctx: Context, branchId: number) {
  return ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .leftJoin('product_picture', (join) =>
      join.onRef('product_picture.product_id', '=', 'product.id').on('product_picture.position', '=', 1),
    )
    .where('offer.branch_id', '=', branchId)
    .select(productSummaryColumns)
    .select(sellableStock)
}

/** The same products with all that their own pages show: one row per picture, in order. */
export function selectFullProducts(ctx: Context, branchId: number) {
  return ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .leftJoin('product_picture', 'product_picture.product_id', 'product.id')
    .where('offer.branch_id', '=', branchId)
    .select(productSummaryColumns)
    .select(sellableStock)
    .select([
      'product.sku',
      'product.manufacturer',
      'product.active_ingredient',
      'product.description',
      'product.prescription_class',
      'product.anvisa_registration',
      'product.ean',
      'product.leaflet_url',
      'product.details',
      'product.ceiling_price_cents',
      'product.category_id',
      'product.subcategory_id',
      'product_picture.alt',
    ])
    .orderBy('product_picture.position')
}

export function loadCategoryRows(ctx: Context) {
  return ctx.db.selectFrom('category').selectAll().orderBy('position').execute()
}

export function loadSubcategoryRows(ctx: Context) {
  return ctx.db.selectFrom('subcategory').selectAll().orderBy('position').execute()
}

/** Products, whether a branch offers them or not, with the first picture. */
export function loadProductRecordRows(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('product')
    .leftJoin('product_picture', (join) =>
      join.onRef('product_picture.product_id', '=', 'product.id').on('product_picture.position', '=', 1),
    )
    .select(['product.id', 'product.sku', 'product.ean', 'product.name', 'product.slug', 'product.prescription_class'])
    .select(['product.is_medicine', 'product.is_pbm', 'product.promo_allowed', 'product_picture.picture_key'])
    .select('product.anvisa_registration')
    .where('product.id', 'in', ids)
    .execute()
}
