import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { sumPaymentReturns } from '../receipts/order-payments.ts'
import { noPaymentReturns } from '../receipts/refund-amounts.ts'
import { sumBalanceReturns } from '../wallet/balances.ts'
import { calculateOrderNet, type NetLine, noBalanceReturns, type OrderNet } from './order-net.ts'
import { selectOrderLines } from './orders.sql.ts'
import { isInPhase } from './statuses.ts'

export type NetOrderRow = Pick<
  Row<'orders'>,
  'id' | 'status' | 'paid_at' | 'total_cents' | 'balance_cents' | 'delivery_charge_cents' | 'delivery_refunded_cents'
>

type NetLineRow = Pick<
  Row<'order_line'>,
  'order_id' | 'product_id' | 'quantity' | 'removed_units' | 'returned_units' | 'price_cents' | 'coupon_cents'
>

/** Each order's row with what is left of it. @param lineRows where the caller has them already */
export async function attachNets<OrderRow extends NetOrderRow>(
  ctx: Context,
  rows: OrderRow[],
  lineRows?: NetLineRow[],
): Promise<(OrderRow & { net: OrderNet })[]> {
  const rowsWithNet: (OrderRow & { net: OrderNet })[] = []
  for (const batch of splitIntoBatches(rows)) {
    const ids = batch.map(({ id }) => id)
    const toNet = await loadFigures(ctx, ids, lineRows)
    rowsWithNet.push(...batch.map((row) => ({ ...row, net: toNet(row) })))
  }
  return rowsWithNet
}

/** What is left of one order, as a transaction sees it. */
export async function loadNet(ctx: Context, orderId: number): Promise<OrderNet> {
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  return (await loadFigures(ctx, [orderId]))(row)
}

async function loadFigures(
  ctx: Context,
  ids: number[],
  lineRows?: NetLineRow[],
): Promise<(row: NetOrderRow) => OrderNet> {
  const [lines, paymentReturns, balanceReturns] = await Promise.all([
    lineRows ?? selectOrderLines(ctx, ids),
    sumPaymentReturns(ctx, ids),
    sumBalanceReturns(ctx, ids),
  ])
  const linesByOrderId = new Map<number, NetLine[]>(ids.map((id) => [id, []]))
  for (const line of lines) linesByOrderId.get(line.order_id)?.push(toNetLine(line))
  return (row) =>
    calculateOrderNet(
      toNetOrder(row),
      linesByOrderId.get(row.id) ?? [],
      paymentReturns.get(row.id) ?? noPaymentReturns,
      balanceReturns.get(row.id) ?? noBalanceReturns,
    )
}

export function toNetLine(row: NetLineRow): NetLine {
  return {
    productId: row.product_id,
    quantity: row.quantity,
    shortPickedUnits: row.removed_units,
    returnedUnits: row.returned_units,
    priceCents: row.price_cents,
    couponCents: row.coupon_cents,
  }
}

function toNetOrder(row: NetOrderRow) {
  return {
    id: row.id,
    isPaid: row.paid_at !== null,
    isVoid: isInPhase(row.status, 'void'),
    totalCents: row.total_cents,
    balanceCents: row.balance_cents,
    deliveryFeeCents: row.delivery_charge_cents,
    refundedFeeCents: row.delivery_refunded_cents,
  }
}
