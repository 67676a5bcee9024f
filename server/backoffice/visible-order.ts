import type { Order } from '../orders/order.ts'
import type { OrderService } from '../orders/orders.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, canSeeOrder, requirePermission } from '../staff/roles.ts'

/** @throws ShopError "staff.forbidden", "order.unknown" for one that is not theirs to see, too */
export async function requireVisibleOrder(
  orders: Pick<OrderService, 'findOrder'>,
  actor: Actor,
  id: number,
): Promise<Order> {
  requirePermission(actor, 'orders.see')
  const order = await orders.findOrder(id)
  if (!order || !canSeeOrder(actor, order)) throw new ShopError('order.unknown')
  return order
}
