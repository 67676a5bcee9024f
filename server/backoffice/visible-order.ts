import type { Context, TransactionContext } from '../context.ts'
import type { Order } from '../orders/order.ts'
import { type LockedOrder, lockOrder } from '../orders/order-commands.ts'
import { findOrder } from '../orders/order-queries.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, canSeeOrder, requirePermission } from '../staff/roles.ts'

/** @throws ShopError "staff.forbidden", "order.unknown" for one that is not theirs to see, too */
export async function requireVisibleOrder(ctx: Context, actor: Actor, id: number): Promise<Order> {
  requirePermission(actor, 'orders.see')
  const order = await findOrder(ctx, id)
  if (!order || !canSeeOrder(actor, order)) throw new ShopError('order.unknown')
  return order
}

/** The order as it is until the transaction ends. @throws ShopError "order.unknown" for one that is not theirs to see, too */
export async function lockVisibleOrder(ctx: TransactionContext, actor: Actor, id: number): Promise<LockedOrder> {
  const order = await lockOrder(ctx, id)
  if (!canSeeOrder(actor, order)) throw new ShopError('order.unknown')
  return order
}
