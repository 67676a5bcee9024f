import type { Context } from '../context.ts'
import type { Order } from '../orders/order.ts'
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
