import type { Context, TransactionContext } from '../context.ts'
import type { LockedOrder } from '../orders/order-commands.ts'
import { record } from '../staff/audit.ts'
import { type Actor, type Permission, requirePermission } from '../staff/roles.ts'
import { lockVisibleOrder } from './visible-order.ts'

interface OrderCommandDetails<Args extends unknown[], Result> {
  permission: Permission
  /** As the trail names it: `orders.setCourier`. */
  action: string
  /** The change of the order, which is locked until the transaction ends. */
  run: (ctx: TransactionContext, actor: Actor, order: LockedOrder, ...args: Args) => Promise<Result>
  /** What the trail's line about the order says besides. */
  detail?: (result: NoInfer<Result>, ...args: Extract<Args, unknown[]>) => string
}

/** A `staffCommand` about an order that the actor sees, by its id. @throws ShopError "staff.forbidden", "order.unknown" */
export function orderCommand<Args extends unknown[], Result>({
  permission,
  action,
  run,
  detail,
}: OrderCommandDetails<Args, Result>): (ctx: Context, actor: Actor, orderId: number, ...args: Args) => Promise<Result> {
  return async (ctx, actor, orderId, ...args) => {
    requirePermission(actor, permission)
    return ctx.transact(async (ctx) => {
      const result = await run(ctx, actor, await lockVisibleOrder(ctx, actor, orderId), ...args)
      const lineDetail = detail?.(result, ...(args as Extract<Args, unknown[]>))
      await record(ctx, actor, action, { type: 'order', id: orderId }, lineDetail)
      return result
    })
  }
}
