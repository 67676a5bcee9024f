import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { PrescriptionClass } from '../database/schema.ts'
import { normalizeCode, normalizeInput } from '../platform/user-input.ts'
import { type Discount, discountOf } from './pricing.ts'
import { type ProductDetails, readDetails } from './product-details.ts'
import { removeStopWords, toSearchWords } from './search/search-text.ts'

/** A product as the back office lists it. */
export interface StaffProduct {
  id: number
  sku: string
  slug: string
  name: string
  ean: string | null
  pictureKey: string | null
  prescriptionClass: PrescriptionClass
  /** The lowest and the highest price of all branches, in cents. */
  minPriceCents: number
  maxPriceCents: number
  /** Of all branches. */
  stock: number
  isPaused: boolean
  ceilingPriceCents: number | null
  /** RDC 44/2009, art. 54: neither for what is sold with a prescription. */
  promoAllowed: boolean
  showsPicture: boolean
  /** Takes part in a laboratory's discount (PBM). */
  isPbm: boolean
  /** Its discount as it is now. */
  discount: Discount | null
  details: ProductDetails
}

export interface StaffOffer {
  branchId: number
  priceCents: number
  stock: number
  /** After the product's discount: what a shopper pays. */
  effectivePriceCents: number
}

/** Filters of the back office's list. Sold out means in every branch. */
export type ProductFilter = 'all' | 'discounted' | 'soldOut' | 'paused'

const maxProducts = 50

export type StaffProductService = ReturnType<typeof createStaffProductService>

/** Products for the shop's own people: by SKU, barcode or words, with the stock and price of every branch. */
export function createStaffProductService({ db }: Database) {
  return { searchProducts, findProduct, findProductByEan, listOffers }

  /** Every word, read as the shop's search reads it, begins one of the product's; a whole SKU or EAN finds its product. Without words: the most sold. */
  async function searchProducts(text: string, filter: ProductFilter): Promise<StaffProduct[]> {
    // Prices and stock are aggregated for these products only, not for the whole catalogue.
    return selectProducts()
      .where('product.id', 'in', selectMatchingIds(text, filter))
      .orderBy('product.units_sold', 'desc')
      .orderBy('product.id')
      .execute()
      .then((rows) => rows.map(toStaffProduct))
  }

  async function findProduct(id: number): Promise<StaffProduct | null> {
    const row = await selectProducts().where('product.id', '=', id).executeTakeFirst()
    return row ? toStaffProduct(row) : null
  }

  /** @returns null for a code of no product */
  async function findProductByEan(ean: string): Promise<{ id: number; name: string } | null> {
    const row = await db
      .selectFrom('product')
      .select(['id', 'name'])
      .where('ean', '=', normalizeCode(ean))
      .executeTakeFirst()
    return row ?? null
  }

  /** The product's offers, ordered by branch. */
  async function listOffers(productId: number): Promise<StaffOffer[]> {
    return db
      .selectFrom('offer')
      .select([
        'branch_id as branchId',
        'price_cents as priceCents',
        'stock',
        'effective_price_cents as effectivePriceCents',
      ])
      .where('product_id', '=', productId)
      .orderBy('branch_id')
      .execute()
  }

  /** The ids of the first products of a list, the most sold ones. */
  function selectMatchingIds(input: string, filter: ProductFilter) {
    const text = normalizeInput(input)
    const words = removeStopWords(toSearchWords(text))
    return db
      .selectFrom('product')
      .select('product.id')
      .$if(text !== '', (qb) =>
        qb.where((eb) =>
          eb.or([
            eb('sku', '=', text.toUpperCase()),
            eb('ean', '=', normalizeCode(text)),
            ...(words.length > 0
              ? [eb.and(words.map((word) => sql<boolean>`(' ' || search_text) like ${`% ${word}%`}`))]
              : []),
          ]),
        ),
      )
      .$if(filter === 'discounted', (qb) => qb.where('discount_type', 'is not', null))
      .$if(filter === 'paused', (qb) => qb.where('paused_until', 'is not', null))
      .$if(filter === 'soldOut', (qb) =>
        qb.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('offer as left')
                .select('left.product_id')
                .whereRef('left.product_id', '=', 'product.id')
                .where('left.stock', '>', 0),
            ),
          ),
        ),
      )
      .orderBy('product.units_sold', 'desc')
      .orderBy('product.id')
      .limit(maxProducts)
  }

  function selectProducts() {
    return db
      .selectFrom('product')
      .leftJoin('offer', 'offer.product_id', 'product.id')
      .leftJoin('product_picture', (join) =>
        join.onRef('product_picture.product_id', '=', 'product.id').on('product_picture.position', '=', 1),
      )
      .select([
        'product.id',
        'product.sku',
        'product.slug',
        'product.name',
        'product.ean',
        'product_picture.picture_key',
      ])
      .select(['product.prescription_class', 'product.paused_until', 'product.ceiling_price_cents'])
      .select(['product.promo_allowed', 'product.show_image', 'product.is_pbm'])
      .select(['product.discount_type', 'product.discount_value', 'product.details'])
      .select(({ fn }) => [
        fn.min<number | null>('offer.price_cents').as('from_cents'),
        fn.max<number | null>('offer.price_cents').as('to_cents'),
        fn.sum<number | null>('offer.stock').as('stock'),
      ])
      .groupBy(['product.id', 'product_picture.picture_key'])
  }

  function toStaffProduct(
    row: Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number],
  ): StaffProduct {
    return {
      id: row.id,
      sku: row.sku,
      slug: row.slug,
      name: row.name,
      ean: row.ean,
      pictureKey: row.picture_key,
      prescriptionClass: row.prescription_class,
      minPriceCents: row.from_cents ?? 0,
      maxPriceCents: row.to_cents ?? 0,
      stock: Number(row.stock ?? 0),
      isPaused: row.paused_until !== null,
      ceilingPriceCents: row.ceiling_price_cents,
      promoAllowed: row.promo_allowed === 1,
      showsPicture: row.show_image === 1,
      isPbm: row.is_pbm === 1,
      discount: discountOf(row),
      details: readDetails(row.details),
    }
  }
}
