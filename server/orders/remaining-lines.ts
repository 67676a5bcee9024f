import type { Transaction } from '../database/connection.ts'

/** An order's lines without the units that were taken out. */
export async function listRemainingLines(tx: Transaction, orderId: number) {
  const rows = await tx
    .selectFrom('order_line')
    .select(['product_id as productId', 'name', 'price_cents as priceCents', 'quantity', 'removed_units'])
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ removed_units, quantity, ...line }) => ({ ...line, quantity: quantity - removed_units }))
}
