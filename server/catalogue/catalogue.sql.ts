import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

type Query = Kysely<Tables>

/** A product as one branch offers it, with the first picture: what cards and bag lines show. */
export function selectOffers(query: Query, branchId: number) {
  return query
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .leftJoin('product_picture', (join) =>
      join.onRef('product_picture.product_id', '=', 'product.id').on('product_picture.position', '=', 1),
    )
    .where('offer.branch_id', '=', branchId)
    .select([
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
      'offer.price_cents',
      'offer.stock',
    ])
}

export function selectCategories(query: Query) {
  return query.selectFrom('category').selectAll().orderBy('position').execute()
}

export function selectSubcategories(query: Query) {
  return query.selectFrom('subcategory').selectAll().orderBy('position').execute()
}

export function selectPictures(query: Query, productId: number) {
  return query
    .selectFrom('product_picture')
    .select(['picture_key', 'alt'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
}
