import type { Database, Transaction } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import type { StockLine } from './types.ts'

/**
 * Deducts the lines of an order from the stock, all or nothing.
 *
 * Lines are updated in product order, so that two orders never deadlock.
 * @throws ShopError "stock.short" naming the product; the transaction must then be rolled back
 */
export async function deductStock(tx: Transaction, branchId: number, lines: StockLine[]): Promise<void> {
  for (const line of sortByProductId(lines)) {
    const { numUpdatedRows } = await tx
      .updateTable('offer')
      .set((eb) => ({ stock: eb('stock', '-', line.quantity) }))
      .where('branch_id', '=', branchId)
      .where('product_id', '=', line.productId)
      .where('stock', '>=', line.quantity)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('stock.short', { product: line.name })
  }
}

/** Stock and price of some products in every branch: one query, however many branches. */
export async function loadBranchOffers(db: Database['db'], productIds: number[]): Promise<BranchOffer[]> {
  if (productIds.length === 0) return []
  return db
    .selectFrom('offer')
    .select(['branch_id as branchId', 'product_id as productId', 'stock', 'effective_price_cents as priceCents'])
    .where('product_id', 'in', productIds)
    .execute()
}

export interface BranchOffer {
  branchId: number
  productId: number
  stock: number
  /** Per unit, after the product's own discount. */
  priceCents: number
}

/** Reverts `deductStock`. */
export async function restoreStock(tx: Transaction, branchId: number, lines: StockLine[]): Promise<void> {
  for (const line of sortByProductId(lines)) {
    const { numUpdatedRows } = await restoreLine(tx, 'offer', branchId, line)
    if (numUpdatedRows === 0n) await restoreLine(tx, 'withdrawn_offer', branchId, line)
  }
}

/** The product may have been withdrawn since it was ordered. */
function restoreLine(tx: Transaction, table: 'offer' | 'withdrawn_offer', branchId: number, line: StockLine) {
  return tx
    .updateTable(table)
    .set((eb) => ({ stock: eb('stock', '+', line.quantity) }))
    .where('branch_id', '=', branchId)
    .where('product_id', '=', line.productId)
    .executeTakeFirst()
}

/** Adds a paid order's units to `units_sold`, the popularity by which listings sort. */
export async function recordSales(tx: Transaction, lines: StockLine[]): Promise<void> {
  for (const line of sortByProductId(lines)) {
    await tx
      .updateTable('product')
      .set((eb) => ({ units_sold: eb('units_sold', '+', line.quantity) }))
      .where('id', '=', line.productId)
      .execute()
  }
}

function sortByProductId(lines: StockLine[]): StockLine[] {
  return [...lines].sort((a, b) => a.productId - b.productId)
}
