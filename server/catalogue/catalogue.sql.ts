import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { runningRule } from './bag-promotions/bag-promotions.ts'

/** The columns for cards and bag lines. */
const productSummaryColumns = [
  'product.id',
  'product.slug',
  'product.name',
  'product.brand',
  'product.kind',
  'product.requiresPrescription',
  'product.isMedicine',
  'product.isPbm',
  'product.isPromoAllowed',
  'product.isSellableOnline',
  'product.discountType',
  'product.discountValue',
  'productPicture.pictureKey',
  'product.presentation',
  'offer.priceCents',
  'product.pauseEndsAt',
  'product.maxUnits',
] as const

/** What the branch sells of it: nothing of what is paused, nor of its safety stock. */
const sellableStock =
  sql<number>`case when offer.is_out_of_stock = 1 then 0 else offer.stock - offer.safety_stock end`.as('stock')

/** A product as one branch offers it, with the first picture. */
export function selectProductSummaries(ctx: Context, branchId: number) {
  return ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .leftJoin('productPicture', (join) =>
      join.onRef('productPicture.productId', '=', 'product.id').on('productPicture.position', '=', 1),
    )
    .where('offer.branchId', '=', branchId)
    .select(productSummaryColumns)
    .select([sellableStock, runningRule(ctx.clock.now()).as('promotionTitle')])
}

/** The same products with all that their own pages show: one row per picture, in order. */
export function selectFullProducts(ctx: Context, branchId: number) {
  return ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .leftJoin('productPicture', 'productPicture.productId', 'product.id')
    .where('offer.branchId', '=', branchId)
    .select(productSummaryColumns)
    .select([sellableStock, runningRule(ctx.clock.now()).as('promotionTitle')])
    .select([
      'product.sku',
      'product.manufacturer',
      'product.activeIngredient',
      'product.description',
      'product.prescriptionClass',
      'product.anvisaRegistration',
      'product.ean',
      'product.leafletUrl',
      'product.details',
      'product.categoryId',
      'product.subcategoryId',
      'productPicture.alt',
    ])
    .orderBy('productPicture.position')
}

export function loadCategoryRows(ctx: Context) {
  return ctx.db.selectFrom('category').select(['id', 'name', 'slug', 'icon']).orderBy('position').execute()
}

export function loadSubcategoryRows(ctx: Context) {
  return ctx.db.selectFrom('subcategory').select(['id', 'name', 'slug', 'categoryId']).orderBy('position').execute()
}

/** Products, whether a branch offers them or not, with the first picture. */
export function loadProductRecordRows(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('product')
    .leftJoin('productPicture', (join) =>
      join.onRef('productPicture.productId', '=', 'product.id').on('productPicture.position', '=', 1),
    )
    .select(['product.id', 'product.sku', 'product.ean', 'product.name', 'product.slug', 'product.prescriptionClass'])
    .select(['product.isMedicine', 'product.isPbm', 'product.isPromoAllowed', 'productPicture.pictureKey'])
    .select('product.anvisaRegistration')
    .where('product.id', 'in', ids)
    .execute()
}
