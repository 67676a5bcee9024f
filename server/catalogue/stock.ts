import { type RawBuilder, sql } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import type { StockLine } from './types.ts'

/**
 * A query of the units that orders hold and nobody has picked yet, by `branch_id` and `product_id`, as `units`: they lie on the
 * shelf, yet are sold. The domain of orders has it.
 */
export type ReservedUnitsQueryBuilder = (offers: {
  branchId?: number
  productId?: number
}) => RawBuilder<{ branchId: number; productId: number; units: number }>

/** Whether an offer's product is sold online for now, in any branch. */
const isSoldOnlineSql = sql<boolean>`exists (
  select 1 from product where product.id = offer.product_id and pause_ends_at is null and is_sellable_online = 1)`

/**
 * The columns of stock for units on the shelf that no order holds: below zero, orders hold more than there is.
 * @param net an SQL expression
 */
export function buildStockColumns(net: RawBuilder<number>): {
  stock: RawBuilder<number>
  oversold: RawBuilder<number>
} {
  return {
    stock: sql<number>`case when ${net} > 0 then ${net} else 0 end`,
    oversold: sql<number>`case when ${net} < 0 then -(${net}) else 0 end`,
  }
}

/**
 * Deducts the lines of an order from the stock, all or nothing: never of the safety stock, nor of what is paused or not sold
 * online any more.
 *
 * Lines are updated in product order, so that two orders never deadlock.
 * @throws ShopError "stock.short" naming the product; the transaction must then be rolled back
 */
export async function deductStock(ctx: TransactionContext, branchId: number, lines: StockLine[]): Promise<void> {
  for (const line of sortByProductId(lines)) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('offer')
      .set((eb) => ({ stock: eb('stock', '-', line.quantity) }))
      .where('branchId', '=', branchId)
      .where('productId', '=', line.productId)
      .where((eb) => eb(eb('stock', '-', eb.ref('safetyStock')), '>=', line.quantity))
      .where(isSoldOnlineSql)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('stock.short', { product: line.name })
  }
}

/** Units of products that a branch has on its shelf and no order holds, by product. */
export async function loadStock(ctx: Context, branchId: number, productIds: number[]): Promise<Map<number, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('offer')
    .select(['productId', 'stock'])
    .where('branchId', '=', branchId)
    .where('productId', 'in', productIds)
    .execute()
  return new Map(rows.map(({ productId, stock }) => [productId, stock]))
}

/**
 * Somebody looked at the shelf, and no more is there than orders hold.
 * @param seenUnits its stock as they saw it: another one by now was counted since
 * @throws ShopError "offer.changed"
 */
export async function clearStock(
  ctx: TransactionContext,
  branchId: number,
  productId: number,
  seenUnits: number,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('offer')
    .set({ stock: 0 })
    .where('branchId', '=', branchId)
    .where('productId', '=', productId)
    .where('stock', '=', seenUnits)
    .executeTakeFirst()
  // What is withdrawn has none to sell.
  if (numUpdatedRows !== 1n && seenUnits !== 0) throw new ShopError('offer.changed')
}

/** What every branch sells of some products, and at which price: one query, however many branches. */
export async function loadBranchOffers(ctx: Context, productIds: number[]): Promise<BranchOffer[]> {
  if (productIds.length === 0) return []
  return ctx.db
    .selectFrom('offer')
    .select(['branchId', 'productId', 'effectivePriceCents as priceCents'])
    .select(
      sql<number>`case when stock > safety_stock and ${isSoldOnlineSql} then stock - safety_stock else 0 end`.as(
        'stock',
      ),
    )
    .where('productId', 'in', productIds)
    .execute()
}

export interface BranchOffer {
  branchId: number
  productId: number
  /** Units that it sells: 0 while the product is paused, or is not sold online any more. */
  stock: number
  /** Per unit, after the product's own discount. */
  priceCents: number
}

/** Reverts `deductStock`. Where more is sold than was counted, what comes back is held by other orders. */
export async function restoreStock(ctx: TransactionContext, branchId: number, lines: StockLine[]): Promise<void> {
  for (const line of sortByProductId(lines)) {
    const { numUpdatedRows } = await restoreLine(ctx, 'offer', branchId, line)
    if (numUpdatedRows === 0n) await restoreLine(ctx, 'withdrawnOffer', branchId, line)
  }
}

/** The product may have been withdrawn since it was ordered. */
function restoreLine(ctx: TransactionContext, table: 'offer' | 'withdrawnOffer', branchId: number, line: StockLine) {
  return ctx.db
    .updateTable(table)
    .set(buildStockColumns(sql<number>`(stock - oversold + ${sql.lit(line.quantity)})`))
    .where('branchId', '=', branchId)
    .where('productId', '=', line.productId)
    .executeTakeFirst()
}

/**
 * Units are taken out of an order, since the shelf has none of them. Where more is sold than was counted, these are among the
 * units that were known to be missing; else the shelf had fewer than was known, and the stock stays as it is.
 */
export async function settleShortage(
  ctx: TransactionContext,
  branchId: number,
  { productId, units }: { productId: number; units: number },
): Promise<void> {
  for (const table of ['offer', 'withdrawnOffer'] as const)
    await ctx.db
      .updateTable(table)
      .set({ oversold: sql`case when oversold > ${units} then oversold - ${units} else 0 end` })
      .where('branchId', '=', branchId)
      .where('productId', '=', productId)
      .where('oversold', '>', 0)
      .execute()
}

/** Adds a paid order's units to `units_sold`, the popularity by which listings sort. */
export async function recordSales(ctx: TransactionContext, lines: SoldLine[]): Promise<void> {
  for (const line of sortByProductId(lines)) {
    await ctx.db
      .updateTable('product')
      .set((eb) => ({ unitsSold: eb('unitsSold', '+', line.quantity) }))
      .where('id', '=', line.productId)
      .execute()
  }
}

/** Takes units that were not sold after all off `units_sold`, as far as they were counted. */
export async function withdrawSales(ctx: TransactionContext, lines: SoldLine[]): Promise<void> {
  for (const { productId, quantity } of sortByProductId(lines)) {
    await ctx.db
      .updateTable('product')
      .set((eb) => ({
        unitsSold: eb
          .case()
          .when('unitsSold', '>', quantity)
          .then(eb('unitsSold', '-', quantity))
          .else(0)
          .end(),
      }))
      .where('id', '=', productId)
      .execute()
  }
}

type SoldLine = Pick<StockLine, 'productId' | 'quantity'>

function sortByProductId<Line extends SoldLine>(lines: Line[]): Line[] {
  return [...lines].sort((a, b) => a.productId - b.productId)
}
