import type { Attempts } from '../accounts/attempts.ts'
import type { Customers } from '../accounts/customers.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Orders } from '../orders/orders.ts'
import type { HandoverProof, WaitingPickup } from '../orders/pickup.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import type { Audit } from '../staff/audit.ts'
import { type Actor, canSeeOrder, requirePermission } from '../staff/roles.ts'
import { requireVisibleOrder } from './visible-order.ts'

interface Deps {
  accounts: Pick<Customers, 'findNames'>
  attempts: Pick<Attempts, 'assertAllowed' | 'consume'>
  delivery: Pick<Delivery, 'getBranch'>
  orders: Orders
  audit: Audit
}

/** Wrong codes of one branch: a guesser needs hundreds of thousands. */
const wrongCodeLimit = { name: 'pick-up codes', max: 10, minutes: 1 }

/** An order that waits, with who it is for. */
export interface ListedPickup extends WaitingPickup {
  customerName: string
}

export type BackofficePickup = ReturnType<typeof createBackofficePickup>

/** The desk at which orders are picked up. */
export function createBackofficePickup({ accounts, attempts, delivery, orders, audit }: Deps) {
  return { listWaiting, getOrderIdByCode, handOver }

  async function listWaiting(actor: Actor): Promise<ListedPickup[]> {
    requirePermission(actor, 'orders.see')
    const orderList = (await orders.pickup.listWaitingPickups(actor.branchId)).filter((order) =>
      canSeeOrder(actor, { ...order, status: 'ready_for_pickup' }),
    )
    const namesById = await accounts.findNames(orderList.map(({ customerId }) => customerId))
    return orderList.map((order) => ({ ...order, customerName: namesById.get(order.customerId) ?? '' }))
  }

  /**
   * @returns the order's id
   * @throws ShopError "staff.forbidden", "pickup.code", "pickup.elsewhere" with the store, "limit.reached"
   */
  async function getOrderIdByCode(actor: Actor, code: string): Promise<number> {
    requirePermission(actor, 'orders.handle')
    const order = await withFailureLimit(actor, () => orders.pickup.getByCode(code, actor.branchId))
    if (actor.branchId !== null && order.branchId !== actor.branchId) {
      const { name } = await delivery.getBranch(order.branchId)
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
    const key = String(actor.branchId ?? 'all')
    await attempts.assertAllowed([wrongCodeLimit, key])
    try {
      return await attempt()
    } catch (error) {
      if (isShopError(error, 'pickup.code')) await attempts.consume([wrongCodeLimit, key])
      throw error
    }
  }
}
