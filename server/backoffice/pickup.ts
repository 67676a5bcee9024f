import { assertAllowed, consume } from '../accounts/attempt-limiter.ts'
import { loadNamesById } from '../accounts/customers.ts'
import type { Context } from '../context.ts'
import { getBranchOrDefault } from '../delivery/delivery.ts'
import * as pickup from '../orders/pickup.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import { type Actor, canSeeOrder, requirePermission } from '../staff/roles.ts'
import { orderCommand } from './order-command.ts'

/** Wrong codes of one branch: a guesser needs hundreds of thousands. */
const wrongCodeLimit = { name: 'pick-up codes', maxAttempts: 10, periodMinutes: 1 }

/** An order that waits, with who it is for. */
export interface ListedPickup extends pickup.WaitingPickup {
  customerName: string
}

export async function listWaitingPickups(ctx: Context, actor: Actor): Promise<ListedPickup[]> {
  requirePermission(actor, 'orders.see')
  const waitingPickups = (await pickup.listWaitingPickups(ctx, actor.branchId)).filter((order) =>
    canSeeOrder(actor, { ...order, status: 'ready_for_pickup' }),
  )
  const customerIds = waitingPickups.map(({ customerId }) => customerId)
  const namesById = await loadNamesById(ctx, customerIds)
  return waitingPickups.map((order) => ({ ...order, customerName: namesById.get(order.customerId) ?? '' }))
}

/**
 * @returns the order's id
 * @throws ShopError "staff.forbidden", "pickup.code", "pickup.elsewhere" with the store, "limit.reached"
 */
export async function getOrderIdByCode(ctx: Context, actor: Actor, code: string): Promise<number> {
  requirePermission(actor, 'orders.handle')
  const order = await withFailureLimit(ctx, actor, () => pickup.getWaitingOrderByCode(ctx, code, actor.branchId))
  if (actor.branchId !== null && order.branchId !== actor.branchId) {
    const { name } = await getBranchOrDefault(ctx, order.branchId)
    throw new ShopError('pickup.elsewhere', { product: name })
  }
  return order.id
}

/**
 * Hands an order over.
 * @throws ShopError "staff.forbidden", "order.unknown" also for another branch's, "pickup.code", "pickup.paper",
 *   "step.impossible", "limit.reached"
 */
export async function handOver(ctx: Context, actor: Actor, id: number, proof: pickup.HandoverProof): Promise<void> {
  requirePermission(actor, 'orders.handle')
  await withFailureLimit(ctx, actor, () => handOverWithProof(ctx, actor, id, proof))
}

const handOverWithProof = orderCommand({
  permission: 'orders.handle',
  action: 'orders.handOver',
  run: (ctx, actor, { id }, proof: pickup.HandoverProof) => pickup.handOver(ctx, id, proof, { kind: 'staff', actor }),
  detail: (_, { code }) => (code === null ? 'document' : 'code'),
})

async function withFailureLimit<Result>(ctx: Context, actor: Actor, attempt: () => Promise<Result>): Promise<Result> {
  const branchKey = String(actor.branchId ?? 'all')
  await assertAllowed(ctx, [wrongCodeLimit, branchKey])
  try {
    return await attempt()
  } catch (error) {
    if (isShopError(error, 'pickup.code')) await consume(ctx, [wrongCodeLimit, branchKey])
    throw error
  }
}
