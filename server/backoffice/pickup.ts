import type { AttemptLimiter } from '../accounts/attempt-limiter.ts'
import type { CustomerService } from '../accounts/customers.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import type { OrderService } from '../orders/orders.ts'
import type { HandoverProof, WaitingPickup } from '../orders/pickup.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, canSeeOrder, requirePermission } from '../staff/roles.ts'
import { requireVisibleOrder } from './visible-order.ts'

interface Deps {
  customers: Pick<CustomerService, 'loadNamesById'>
  attemptLimiter: Pick<AttemptLimiter, 'assertAllowed' | 'consume'>
  delivery: Pick<DeliveryService, 'getBranchOrDefault'>
  orders: OrderService
  audit: AuditLog
}

/** Wrong codes of one branch: a guesser needs hundreds of thousands. */
const wrongCodeLimit = { name: 'pick-up codes', maxAttempts: 10, periodMinutes: 1 }

/** An order that waits, with who it is for. */
export interface ListedPickup extends WaitingPickup {
  customerName: string
}

export type BackofficePickupService = ReturnType<typeof createBackofficePickupService>

/** Handing over the orders that customers pick up. */
export function createBackofficePickupService({ customers, attemptLimiter, delivery, orders, audit }: Deps) {
  return { listWaitingPickups, getOrderIdByCode, handOver }

  async function listWaitingPickups(actor: Actor): Promise<ListedPickup[]> {
    requirePermission(actor, 'orders.see')
    const waitingPickups = (await orders.pickup.listWaitingPickups(actor.branchId)).filter((order) =>
      canSeeOrder(actor, { ...order, status: 'ready_for_pickup' }),
    )
    const namesById = await customers.loadNamesById(waitingPickups.map(({ customerId }) => customerId))
    return waitingPickups.map((order) => ({ ...order, customerName: namesById.get(order.customerId) ?? '' }))
  }

  /**
   * @returns the order's id
   * @throws ShopError "staff.forbidden", "pickup.code", "pickup.elsewhere" with the store, "limit.reached"
   */
  async function getOrderIdByCode(actor: Actor, code: string): Promise<number> {
    requirePermission(actor, 'orders.handle')
    const order = await withFailureLimit(actor, () => orders.pickup.getWaitingOrderByCode(code, actor.branchId))
    if (actor.branchId !== null && order.branchId !== actor.branchId) {
      const { name } = await delivery.getBranchOrDefault(order.branchId)
      throw new ShopError('pickup.elsewhere', { product: name })
    }
    return order.id
  }

  /**
   * Hands an order over.
   * @throws ShopError "staff.forbidden", "order.unknown" also for another branch's, "pickup.code", "pickup.paper",
   *   "step.impossible", "limit.reached"
   */
  async function handOver(actor: Actor, id: number, proof: HandoverProof): Promise<void> {
    requirePermission(actor, 'orders.handle')
    await requireVisibleOrder(orders, actor, id)
    await withFailureLimit(actor, () =>
      orders.pickup.handOver(id, proof, { kind: 'staff', actor }, (tx) =>
        audit.record(tx, actor, 'orders.handOver', { type: 'order', id }, proof.code === null ? 'document' : 'code'),
      ),
    )
  }

  async function withFailureLimit<Result>(actor: Actor, attempt: () => Promise<Result>): Promise<Result> {
    const branchKey = String(actor.branchId ?? 'all')
    await attemptLimiter.assertAllowed([wrongCodeLimit, branchKey])
    try {
      return await attempt()
    } catch (error) {
      if (isShopError(error, 'pickup.code')) await attemptLimiter.consume([wrongCodeLimit, branchKey])
      throw error
    }
  }
}
