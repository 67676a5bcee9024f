import type { Context } from '../context.ts'
import type { Courier } from '../orders/order.ts'
import type { Actor } from '../staff/roles.ts'
import { requireVisibleOrder } from './visible-order.ts'

/** A courier as typed; where nothing was, the one who brought another order. */
export interface CourierChoice extends Courier {
  /** That order's id; 0, or left out, for none. */
  orderId?: number
}

/** Undefined where nobody is named. @throws ShopError "order.unknown" for who brought an order that is not theirs to see */
export async function findChosenCourier(
  ctx: Context,
  actor: Actor,
  { orderId = 0, ...typedCourier }: CourierChoice,
): Promise<Courier | undefined> {
  if (typedCourier.name || typedCourier.phone || typedCourier.url) return typedCourier
  return orderId === 0 ? undefined : ((await requireVisibleOrder(ctx, actor, orderId)).courier ?? undefined)
}
