import type { TransactionContext } from '../context.ts'
import { calculateDiscountedCents, countKeptUnits } from './order-net.ts'
import { toNetLine } from './order-net-loader.ts'
import { selectOrderLines } from './orders.sql.ts'

/** An order's lines without the units that were taken out or came back. */
export async function listRemainingLines(ctx: TransactionContext, orderId: number) {
  const rows = await selectOrderLines(ctx, [orderId])
  return rows.map((row) => ({
    productId: row.productId,
    name: row.name,
    quantity: countKeptUnits(toNetLine(row)),
    discountedCents: calculateDiscountedCents(toNetLine(row)),
  }))
}
