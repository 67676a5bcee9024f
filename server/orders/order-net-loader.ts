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
  | 'id'
  | 'status'
  | 'paidAt'
  | 'totalCents'
  | 'balanceCents'
  | 'deliveryFeeCents'
  | 'deliveryRefundedCents'
  | 'doorMeans'
  | 'shortPickedCents'
>

type NetLineRow = Pick<
  Row<'orderLine'>,
  'orderId' | 'productId' | 'quantity' | 'removedUnits' | 'returnedUnits' | 'fullPriceCents' | 'couponCents'
> & { discountCents: number }

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
  for (const line of lines) linesByOrderId.get(line.orderId)?.push(toNetLine(line))
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
    productId: row.productId,
    quantity: row.quantity,
    shortPickedUnits: row.removedUnits,
    returnedUnits: row.returnedUnits,
    fullPriceCents: row.fullPriceCents,
    discountCents: Number(row.discountCents),
    couponCents: row.couponCents,
  }
}

function toNetOrder(row: NetOrderRow) {
  return {
    id: row.id,
    isPaid: row.paidAt !== null,
    isVoid: isInPhase(row.status, 'void'),
    totalCents: row.totalCents,
    balanceCents: row.balanceCents,
    deliveryFeeCents: row.deliveryFeeCents,
    refundedFeeCents: row.deliveryRefundedCents,
    // What is paid at the door is paid after all has been picked.
    unchargedCents: row.doorMeans === null ? 0 : row.shortPickedCents,
  }
}
