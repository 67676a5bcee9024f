import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import { refundPart } from './door-payments.ts'
import type { EventDataByKind } from './events.ts'
import { pickableStatuses } from './short-picks.ts'

/** From the payment until picking ends: the order's bag is closed when it is handed to the courier, or put aside. */
export const changeableStatuses: OrderStatus[] = [...pickableStatuses, 'prescription_review']

/** What was changed of an order after its payment, because its customer wished it. */
export type OrderChange = { at: Date } & (
  | ({ kind: 'changeAddress' } & EventDataByKind['changeAddress'])
  | ({ kind: 'removeByWish' } & EventDataByKind['removeByWish'])
)

export function canChange({ status }: { status: OrderStatus }): boolean {
  return changeableStatuses.includes(status)
}

/** The oldest first. */
export async function listChanges(ctx: Context, orderId: number): Promise<OrderChange[]> {
  const rows = await ctx.db
    .selectFrom('orderEvent')
    .select(['kind', 'at', 'data'])
    .where('orderId', '=', orderId)
    .where('kind', 'in', ['changeAddress', 'removeByWish'])
    .orderBy('id')
    .execute()
  return rows.map(({ kind, at, data }) => ({ kind, at, ...JSON.parse(data) }))
}

/**
 * Holds an order's row until the transaction ends: picking ends before a change, or after it.
 * @throws ShopError "order.unknown", also for another customer's; "change.tooLate" with the status it has
 */
export async function lockChangeableOrder(
  ctx: TransactionContext,
  orderId: number,
  customerId: number | null,
): Promise<Row<'orders'>> {
  const order = await ctx.db
    .updateTable('orders')
    .set((eb) => ({ note: eb.ref('note') }))
    .where('id', '=', orderId)
    .$if(customerId !== null, (qb) => qb.where('customerId', '=', customerId ?? 0))
    .returningAll()
    .executeTakeFirst()
  if (!order) throw new ShopError('order.unknown')
  if (!canChange(order)) throw new ShopError('change.tooLate', { status: order.status })
  return order
}

/**
 * Marks a difference for refund, by the way in which it was paid.
 * @throws ShopError "change.refund" where it can't go back by itself
 */
export async function refundDifference(ctx: TransactionContext, orderId: number, cents: number): Promise<void> {
  try {
    await refundPart(ctx, orderId, cents)
  } catch (error) {
    throw toRefundError(error)
  }
}

export function toRefundError(error: unknown): unknown {
  return isShopError(error, 'removal.balances', 'removal.byHand', 'removal.returned')
    ? new ShopError('change.refund', {}, { cause: error })
    : error
}
