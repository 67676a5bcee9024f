import type { Alongside, Database } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Order } from '../orders/order.ts'
import type { Orders } from '../orders/orders.ts'
import type { Removal } from '../orders/removal.ts'
import { inTheShop } from '../orders/statuses.ts'
import { type DueRefund, markRefundDue } from '../payments/incoming.ts'
import { markPartDue } from '../payments/partial-refunds.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Pharmacist } from '../prescriptions/pharmacist.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'

interface Parts {
  database: Database
  clock: Clock
  orders: Orders
  prescriptions: Prescriptions
}

export type Fulfilment = ReturnType<typeof openFulfilment>

/** What an order that ended without delivery gives back. */
export interface EndedOrder extends DueRefund {
  /** Returned to gains and wallet already. */
  returnedCents: number
}

/** The next status, for orders that the shop's people may advance. */
export const nextStatuses: Partial<Record<OrderStatus, OrderStatus>> = {
  paid: 'preparing',
  preparing: 'out_for_delivery',
  out_for_delivery: 'delivered',
}

const nothing: Alongside = async () => {}

/**
 * What the operator does with an order once it is placed. Every step is one transaction that first checks the order's
 * status, so that two operators, or an operator and the shop's jobs, never both act on it.
 */
export function openFulfilment({ database, clock, orders, prescriptions }: Parts) {
  return { advance, cancel, refund, removeUnits, listPrescriptions, approve, reject }

  /**
   * Advances an order by one status: preparing, out for delivery, delivered. A prescription must be approved first.
   * @throws ShopError "order.unknown", "step.impossible"
   */
  async function advance(orderId: number, alongside = nothing): Promise<OrderStatus> {
    const { status } = await found(orderId)
    const to = nextStatuses[status]
    if (!to) throw new ShopError('step.impossible')
    await database.transact(async (tx) => {
      if (!(await orders.transition(tx, orderId, [status], to))) throw new ShopError('step.impossible')
      await alongside(tx)
    })
    return to
  }

  /**
   * Cancels an order that has not left the shop: its stock is returned, its payment is refunded.
   * @throws ShopError "order.unknown", "step.impossible"
   */
  async function cancel(orderId: number, alongside = nothing): Promise<EndedOrder> {
    return end(await found(orderId), ['pending_payment', ...inTheShop], 'cancelled', alongside)
  }

  /**
   * Refunds a paid order; if it has not left the shop yet, its stock is returned.
   * @throws ShopError "order.unknown", "step.impossible"
   */
  async function refund(orderId: number, alongside = nothing): Promise<EndedOrder> {
    return end(await found(orderId), [...inTheShop, 'out_for_delivery', 'delivered'], 'refunded', alongside)
  }

  /**
   * Takes units out of a paid order that the shelf does not have: their price goes back by the same Pix, the customer is told.
   * @returns cents to be refunded
   * @throws ShopError "step.impossible", "removal.units", "removal.everything", "removal.balances", "removal.byHand",
   *   "removal.returned"
   */
  async function removeUnits(removal: Removal, alongside = nothing): Promise<number> {
    await found(removal.orderId)
    return database.transact(async (tx) => {
      const refundCents = await orders.removeUnits(tx, removal)
      await markPartDue(tx, clock, removal.orderId, refundCents)
      await orders.reportRemoval(tx, removal.orderId, removal.units, refundCents)
      await alongside(tx)
      return refundCents
    })
  }

  /** Prescriptions that orders use, oldest first; `waiting`: only those that are undecided, of paid orders. */
  async function listPrescriptions({ waiting }: { waiting: boolean }) {
    const used = await prescriptions.listUsed(waiting ? 'sent' : undefined)
    const found = await orders.summariesOf(used.map(({ orderId }) => orderId))
    return used.flatMap((prescription) => {
      const order = found.get(prescription.orderId)
      if (!order || (waiting && order.status !== 'prescription_review')) return []
      return [{ ...prescription, orderStatus: order.status, branchId: order.branchId }]
    })
  }

  /** Records that a pharmacist approved a prescription: its order is prepared. @throws ShopError "prescription.decided" */
  async function approve(prescriptionId: number, by: Pharmacist, alongside = nothing): Promise<{ orderId: number }> {
    return database.transact(async (tx) => {
      const orderId = await prescriptions.decide(tx, prescriptionId, 'approved', by)
      if (orderId === null) throw new ShopError('prescription.decided')
      if (!(await orders.transition(tx, orderId, ['prescription_review'], 'preparing')))
        throw new ShopError('prescription.decided')
      await alongside(tx)
      return { orderId }
    })
  }

  /**
   * Records that a pharmacist rejected a prescription: the order is refunded, its stock returned, the customer told why.
   * @throws ShopError "prescription.decided"
   */
  async function reject(
    prescriptionId: number,
    by: Pharmacist,
    reason: string,
    alongside = nothing,
  ): Promise<EndedOrder & { orderId: number }> {
    const ended = await database.transact(async (tx) => {
      const orderId = await prescriptions.decide(tx, prescriptionId, 'rejected', by, reason)
      if (orderId === null) throw new ShopError('prescription.decided')
      if (!(await orders.transition(tx, orderId, ['prescription_review'], 'cancelled', 'prescription_refused')))
        throw new ShopError('prescription.decided')
      await alongside(tx)
      return { orderId, ...(await markRefundDue(tx, orderId)) }
    })
    return { ...ended, returnedCents: (await found(ended.orderId)).balanceCents }
  }

  async function end(
    { id, balanceCents }: Order,
    from: OrderStatus[],
    to: OrderStatus,
    alongside: Alongside,
  ): Promise<EndedOrder> {
    const owed = await database.transact(async (tx) => {
      if (!(await orders.transition(tx, id, from, to))) throw new ShopError('step.impossible')
      await alongside(tx)
      return markRefundDue(tx, id)
    })
    return { ...owed, returnedCents: balanceCents }
  }

  async function found(orderId: number): Promise<Order> {
    const order = await orders.findForOperator(orderId)
    if (!order) throw new ShopError('order.unknown')
    return order
  }
}
