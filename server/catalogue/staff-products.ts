import { sql } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import type { PrescriptionClass } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { Ceiling } from './ceiling-rates.ts'
import { loadCeilingFinder, loadLowestCeilings, pricedProductColumns } from './ceilings.ts'
import { listScannedSpellings } from './gtin.ts'
import { type Discount, discountOf } from './pricing.ts'
import { type ProductDetails, readDetails } from './product-details.ts'
import { matchesSku } from './product-keys.ts'
import { readScannedCode } from './scanned-code.ts'
import { removeStopWords, toSearchWords } from './search/search-text.ts'
import type { ReservedUnitsQueryBuilder } from './stock.ts'

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
  /** Units that no branch sells online; null: as each branch has it. */
  safetyStock: number | null
  /** The lowest legal ceiling of all branches; null where none is known. */
  lowestCeiling: Ceiling | null
  /** RDC 44/2009, art. 54: neither for what is sold with a prescription. */
  isPromoAllowed: boolean
  isImageShown: boolean
  /** Takes part in a laboratory's discount (PBM). */
  isPbm: boolean
  /** Its discount as it is now. */
  discount: Discount | null
  details: ProductDetails
}

export interface StaffOffer {
  branchId: number
  priceCents: number
  /** Units on the shelf that no order holds. */
  stock: number
  /** Units on the shelf, as they were counted and picked since; and those of them that orders hold. */
  shelfUnits: number
  reservedUnits: number
  /** Of the stock, units that are not sold online. */
  safetyStock: number
  /** After the product's discount: what a shopper pays. */
  effectivePriceCents: number
  /** The legal one there; null where none is known. */
  ceiling: Ceiling | null
}

/** Filters of the back office's list. Sold out means in every branch. */
export type ProductFilter = 'all' | 'discounted' | 'soldOut' | 'paused'

/** Products on a page of a list. */
export const productsPerPage = 50

/** Every word, read as the shop's search reads it, begins one of the product's; a whole SKU or EAN finds its product. Without words: the most sold. */
export async function searchProducts(
  ctx: Context,
  text: string,
  filter: ProductFilter,
  page = 1,
): Promise<StaffProduct[]> {
  // Prices and stock are aggregated for these products only, not for the whole catalogue.
  const rows = await selectProducts(ctx)
    .where('product.id', 'in', selectMatchingIds(ctx, text, filter, productsPerPage, (page - 1) * productsPerPage))
    .orderBy('product.unitsSold', 'desc')
    .orderBy('product.id')
    .execute()
  return toStaffProducts(ctx, rows)
}

export async function findProduct(ctx: Context, id: number): Promise<StaffProduct | null> {
  const rows = await selectProducts(ctx).where('product.id', '=', id).execute()
  const [product = null] = await toStaffProducts(ctx, rows)
  return product
}

export async function lockProduct(ctx: TransactionContext, id: number): Promise<StaffProduct> {
  await ctx.db
    .updateTable('product')
    .set((eb) => ({ details: eb.ref('details') }))
    .where('id', '=', id)
    .execute()
  const product = await findProduct(ctx, id)
  if (!product) throw new ShopError('product.unknown')
  return product
}

/** @param code as `readScannedCode` gives it @returns null for a code of no product */
export async function findProductByCode(ctx: Context, code: string): Promise<{ id: number; name: string } | null> {
  const row = await ctx.db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('ean', 'in', listScannedSpellings(code))
    .orderBy('id')
    .executeTakeFirst()
  return row ?? null
}

/** The product's offers, ordered by branch. */
export async function listProductOffers(
  ctx: Context,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  productId: number,
): Promise<StaffOffer[]> {
  const findCeiling = await loadCeilingFinder(ctx, productId)
  const rows = await ctx.db
    .selectFrom('offer')
    .leftJoin(buildReservedUnitsQuery({ productId }).as('reserved'), 'reserved.branchId', 'offer.branchId')
    .select(['offer.branchId', 'priceCents', 'stock', 'oversold', 'safetyStock', 'effectivePriceCents', 'units'])
    .where('offer.productId', '=', productId)
    .orderBy('offer.branchId')
    .execute()
  return rows.map(({ oversold, units, ...row }) => ({
    ...row,
    shelfUnits: row.stock - oversold + (units ?? 0),
    reservedUnits: units ?? 0,
    ceiling: findCeiling(row.branchId),
  }))
}

/** @param units null: as each branch has it */
export async function setSafetyStock(ctx: Context, productId: number, units: number | null): Promise<void> {
  await ctx.db.updateTable('product').set({ safetyStock: units }).where('id', '=', productId).execute()
}

/** The ids of products that match a search, at most so many. */
export async function listMatchingIds(ctx: Context, input: string, maxCount: number): Promise<number[]> {
  const rows = await selectMatchingIds(ctx, input, 'all', maxCount).execute()
  return rows.map(({ id }) => id)
}

/** The ids of the first products of a list, the most sold ones. */
function selectMatchingIds(ctx: Context, input: string, filter: ProductFilter, maxCount: number, offset = 0) {
  const text = normalizeInput(input)
  const words = removeStopWords(toSearchWords(text))
  return ctx.db
    .selectFrom('product')
    .select('product.id')
    .$if(text !== '', (qb) =>
      qb.where((eb) =>
        eb.or([
          matchesSku([text]),
          eb('ean', 'in', listScannedSpellings(readScannedCode(input).code)),
          ...(words.length > 0
            ? [eb.and(words.map((word) => sql<boolean>`(' ' || search_text) like ${`% ${word}%`}`))]
            : []),
        ]),
      ),
    )
    .$if(filter === 'discounted', (qb) => qb.where('discountType', 'is not', null))
    .$if(filter === 'paused', (qb) => qb.where('pauseEndsAt', 'is not', null))
    .$if(filter === 'soldOut', (qb) =>
      qb.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('offer as left')
              .select('left.productId')
              .whereRef('left.productId', '=', 'product.id')
              .whereRef('left.stock', '>', 'left.safetyStock'),
          ),
        ),
      ),
    )
    .orderBy('product.unitsSold', 'desc')
    .orderBy('product.id')
    .limit(maxCount)
    .offset(offset)
}

function selectProducts(ctx: Context) {
  return ctx.db
    .selectFrom('product')
    .leftJoin('offer', 'offer.productId', 'product.id')
    .leftJoin('productPicture', (join) =>
      join.onRef('productPicture.productId', '=', 'product.id').on('productPicture.position', '=', 1),
    )
    .select(pricedProductColumns)
    .select(['product.sku', 'product.slug', 'product.name', 'productPicture.pictureKey'])
    .select(['product.prescriptionClass', 'product.pauseEndsAt'])
    .select(['product.isPromoAllowed', 'product.isImageShown', 'product.isPbm'])
    .select(['product.discountType', 'product.discountValue', 'product.details', 'product.safetyStock'])
    .select(({ fn }) => [
      fn.min<number | null>('offer.priceCents').as('minPriceCents'),
      fn.max<number | null>('offer.priceCents').as('maxPriceCents'),
      fn.sum<number | null>('offer.stock').as('stock'),
    ])
    .groupBy(['product.id', 'productPicture.pictureKey'])
}

type StaffProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number]

async function toStaffProducts(ctx: Context, rows: StaffProductRow[]): Promise<StaffProduct[]> {
  const ceilings = await loadLowestCeilings(ctx, rows)
  return rows.map((row) => toStaffProduct(row, ceilings.get(row.id) ?? null))
}

function toStaffProduct(row: StaffProductRow, lowestCeiling: Ceiling | null): StaffProduct {
  return {
    ...row,
    minPriceCents: row.minPriceCents ?? 0,
    maxPriceCents: row.maxPriceCents ?? 0,
    stock: Number(row.stock ?? 0),
    isPaused: row.pauseEndsAt !== null,
    lowestCeiling,
    discount: discountOf(row),
    details: readDetails(row.details),
  }
}
