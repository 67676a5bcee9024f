import { sql } from 'kysely'
import { limits } from '../../app/texts/limits.ts'
import type { Context, TransactionContext } from '../context.ts'
import { listBranchIds } from '../delivery/delivery.ts'
import type { Ceiling } from './ceiling-rates.ts'
import { findCeiling } from './ceilings.ts'
import { findProductByKey, isSharedBarcode, type ProductKey } from './product-keys.ts'
import { buildStockColumns, type ReservedUnitsQueryBuilder } from './stock.ts'

interface OfferChange {
  priceCents?: number | undefined
  /** What was counted on the shelf, or what is added to it (less than zero takes away). */
  stock?: number | undefined
  addStock?: number | undefined
  /** A price above the legal ceiling is taken, too. */
  mayExceedCeiling?: boolean
  /** The offer as the form showed it: if it is another one by now, nothing is changed. */
  expected?: CountedOffer | undefined
}

export interface OfferState {
  priceCents: number
  /** Units on the shelf that no order holds. */
  stock: number
  /** Units that orders hold beyond those on the shelf. */
  oversold: number
}

/** An offer with what lies on its shelf, whether an order holds it or not. */
export interface CountedOffer {
  priceCents: number
  shelfUnits: number
}

export interface ListedOffer extends CountedOffer {
  sku: string
  branchId: number
}

interface OfferKey {
  branchId: number
  productId: number
}

/** Rows read by one query. */
const batchSize = 5000

type OfferRefusalReason = 'product' | 'sharedBarcode' | 'branch' | 'price' | 'units' | 'stock' | 'changed'

/** Why an offer was not changed. */
export type OfferChangeRefusal = { refusal: OfferRefusalReason } | { refusal: 'ceiling'; ceiling: Ceiling }

/** An offer that was changed: as it is now, and the ceiling that its new price is above, where it may be. */
export type ChangedOffer = OfferState & { sku: string; exceededCeiling: Ceiling | null }

/**
 * Changes a product's price and stock in a branch. Of what was counted, orders hold what nobody has picked yet: the rest is
 * the stock. No order taken meanwhile is lost, and the stock never falls below zero.
 * @returns the offer as it is now, with its product's SKU, or why nothing was changed
 */
export async function changeOffer(
  ctx: Context,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  productKey: ProductKey,
  branchId: number,
  { priceCents, stock, addStock, mayExceedCeiling = false, expected }: OfferChange,
): Promise<ChangedOffer | OfferChangeRefusal> {
  if ((priceCents ?? 0) > limits.priceCents) return { refusal: 'price' }
  if ((stock ?? addStock ?? 0) > limits.units) return { refusal: 'units' }
  return ctx.transact(async (ctx) => {
    const product = await findProductByKey(ctx, productKey)
    if (!product) return { refusal: (await isSharedBarcode(ctx, productKey)) ? 'sharedBarcode' : 'product' }
    const offerKey = { branchId, productId: product.id }
    const exceededCeiling = priceCents === undefined ? null : await findExceededCeiling(ctx, offerKey, priceCents)
    if (exceededCeiling && !mayExceedCeiling) return { refusal: 'ceiling', ceiling: exceededCeiling }
    const changedOffer = await updateOffer(ctx, buildReservedUnitsQuery, offerKey, {
      priceCents,
      stock,
      addStock,
      expected,
    })
    if (changedOffer) return { sku: product.sku, exceededCeiling, ...changedOffer }
    return { refusal: await findRefusal(ctx, buildReservedUnitsQuery, offerKey, { addStock, expected }) }
  })
}

/** Null for a price that the branch has already: it is no new one, and the check of prices names it. */
async function findExceededCeiling(
  ctx: TransactionContext,
  { branchId, productId }: OfferKey,
  priceCents: number,
): Promise<Ceiling | null> {
  const ceiling = await findCeiling(ctx, productId, branchId)
  if (!ceiling || priceCents <= ceiling.cents) return null
  const currentOffer = await ctx.db
    .selectFrom('offer')
    .select('priceCents')
    .where('branchId', '=', branchId)
    .where('productId', '=', productId)
    .executeTakeFirst()
  return currentOffer?.priceCents === priceCents ? null : ceiling
}

async function findRefusal(
  ctx: TransactionContext,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  offerKey: OfferKey,
  { addStock = 0, expected: expectedOffer }: OfferChange,
): Promise<OfferRefusalReason> {
  const currentOffer = await ctx.db
    .selectFrom('offer')
    .select(['priceCents', buildShelfUnitsSql(buildReservedUnitsQuery, offerKey).as('shelfUnits')])
    .where('branchId', '=', offerKey.branchId)
    .where('productId', '=', offerKey.productId)
    .executeTakeFirst()
  if (!currentOffer) return 'branch'
  const matchesExpectedOffer =
    !expectedOffer ||
    (currentOffer.shelfUnits === expectedOffer.shelfUnits && currentOffer.priceCents === expectedOffer.priceCents)
  if (!matchesExpectedOffer) return 'changed'
  return addStock > 0 ? 'units' : 'stock'
}

/** @returns the row as it is now; undefined where there is none, or its stock would fall below zero */
async function updateOffer(
  ctx: TransactionContext,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  offerKey: OfferKey,
  { priceCents, stock: countedUnits, addStock = 0, expected }: OfferChange,
) {
  // Held before the reserved units are counted: an order that takes some meanwhile is seen by the statement after it.
  await ctx.db
    .updateTable('offer')
    .set((eb) => ({ stock: eb.ref('stock') }))
    .where('branchId', '=', offerKey.branchId)
    .where('productId', '=', offerKey.productId)
    .execute()
  const netUnits =
    countedUnits === undefined
      ? sql<number>`(stock - oversold + ${sql.lit(addStock)})`
      : sql<number>`(${sql.lit(countedUnits)} - ${buildReservedUnitsSql(buildReservedUnitsQuery, offerKey)})`
  return (
    ctx.db
      .updateTable('offer')
      .set({ ...buildStockColumns(netUnits), ...(priceCents === undefined ? {} : { priceCents }) })
      .where('branchId', '=', offerKey.branchId)
      .where('productId', '=', offerKey.productId)
      .where((eb) => eb(eb('stock', '+', addStock), '>=', 0))
      // What a shop has of older versions may be above the limit: it can be taken away from.
      .$if(addStock > 0, (qb) => qb.where((eb) => eb(eb('stock', '+', addStock), '<=', limits.units)))
      .$if(expected !== undefined, (qb) =>
        qb
          .where('priceCents', '=', expected?.priceCents ?? 0)
          .where(buildShelfUnitsSql(buildReservedUnitsQuery, offerKey), '=', expected?.shelfUnits ?? 0),
      )
      .returning(['priceCents', 'stock', 'oversold'])
      .executeTakeFirst()
  )
}

function buildReservedUnitsSql(buildReservedUnitsQuery: ReservedUnitsQueryBuilder, offerKey: OfferKey) {
  return sql<number>`coalesce((select units from ${buildReservedUnitsQuery(offerKey)} as reserved), 0)`
}

function buildShelfUnitsSql(buildReservedUnitsQuery: ReservedUnitsQueryBuilder, offerKey: OfferKey) {
  return sql<number>`(stock - oversold + ${buildReservedUnitsSql(buildReservedUnitsQuery, offerKey)})`
}

/** Every offer, by branch and product, read in batches. */
export async function* listOffers(
  ctx: Context,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
): AsyncGenerator<ListedOffer> {
  for (const branchId of await listBranchIds(ctx)) {
    let lastProductId = 0
    for (;;) {
      const rows = await ctx.db
        .selectFrom('offer')
        .innerJoin('product', 'product.id', 'offer.productId')
        .leftJoin(buildReservedUnitsQuery({ branchId }).as('reserved'), 'reserved.productId', 'offer.productId')
        .select(['product.sku', 'offer.branchId', 'offer.productId', 'offer.priceCents'])
        .select(sql<number>`stock - oversold + coalesce(units, 0)`.as('shelfUnits'))
        .where('offer.branchId', '=', branchId)
        .where('offer.productId', '>', lastProductId)
        .orderBy('offer.productId')
        .limit(batchSize)
        .execute()
      for (const { productId, ...offer } of rows) yield offer
      const lastRow = rows.at(-1)
      if (!lastRow) break
      lastProductId = lastRow.productId
    }
  }
}
