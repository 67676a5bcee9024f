import type { LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { OrderStatus, RefundReason } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Pharmacist } from '../prescriptions/pharmacist.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import { type EventActor, insertOrderEvent, type NewOrderEvent } from './events.ts'
import {
  type ActorFor,
  findNextTransition,
  type OrderLifecycle,
  type TransitionName,
  transitions,
} from './lifecycle.ts'
import type { OrderEmailKind, OrderEmailService } from './order-emails.ts'
import type { OrderQueries } from './order-queries.ts'
import { removeUnits as removeLineUnits, type ShortPick } from './short-picks.ts'
import { isInPhase } from './statuses.ts'

/** What has to be refunded for an order that ended. */
export interface DueRefund {
  refundCents: number
  /** A person must refund it at the provider, which has no API for refunds. */
  requiresManualRefund: boolean
}

/** What an order that ended without delivery gives back. */
export interface CancellationResult extends DueRefund {
  status: OrderStatus
  /** Returned to gains and wallet already. */
  refundedBalanceCents: number
}

/** A payment that the order could not accept. */
export interface RejectedPayment {
  amountCents: number
  reason: RefundReason
}

type StaffActor = Extract<EventActor, { kind: 'staff' }>
type CustomerActor = Extract<EventActor, { kind: 'customer' }>
const bankActor = { kind: 'bank' } as const
const noTransactionHook: TransactionHook = async () => {}

interface Deps {
  database: Database
  clock: Clock
  lifecycle: OrderLifecycle
  emails: Pick<OrderEmailService, 'enqueue'>
  orderQueries: Pick<OrderQueries, 'findSummary'>
  prescriptions: Pick<PrescriptionService, 'recordDecision'>
  authorisations: Pick<LaboratoryAuthorisationService, 'releaseUnits'>
  /** What of an order's payment has to be refunded: payments know orders, not the other way round. */
  findDueRefund: (tx: Transaction, orderId: number) => Promise<DueRefund>
  /** Marks a part of an order's payment for refund. */
  markPartialRefundDue: (tx: Transaction, clock: Clock, orderId: number, amountCents: number) => Promise<void>
}

export type OrderCommands = ReturnType<typeof createOrderCommands>

/**
 * What is done with an order once it is placed. Each command is one transaction, which applies a transition of the table in `lifecycle.ts`,
 * so that two of the staff, or one of them and the shop's jobs, never both act on it.
 */
export function createOrderCommands({ database, clock, lifecycle, emails, orderQueries, ...otherDeps }: Deps) {
  const { prescriptions, authorisations, ...payments } = otherDeps
  return {
    markPaid,
    listPaymentOverdueOrderIds,
    endUnpaidOrder,
    stopAfterBankRefund,
    isOrderVoid,
    notifyPaymentRefund,
    advanceOrder,
    cancelOrRefund,
    cancelAsCustomer,
    removeUnits,
    removeUnitsInTransaction,
    approvePrescription,
    rejectPrescription,
    lockOrder,
    applyTransition,
    recordEventAndNotify,
  }

  /**
   * Marks an order as paid, once; one with a prescription goes to the pharmacist's review.
   * @param by the customer where their balances paid all of it
   * @returns false, changing nothing, when it no longer waits for payment
   */
  async function markPaid(
    tx: Transaction,
    id: number,
    paidAt: Date,
    by: ActorFor<'pay'> = bankActor,
  ): Promise<boolean> {
    if (!(await lifecycle.tryTransition(tx, 'pay', id, by, paidAt))) return false
    const prescriptionLine = await tx
      .selectFrom('order_line')
      .select('product_id')
      .where('order_id', '=', id)
      .where('requires_prescription', '=', 1)
      .executeTakeFirst()
    if (prescriptionLine) await lifecycle.tryTransition(tx, 'review', id, by, paidAt)
    return true
  }

  /** The ids of orders whose payment deadline has passed. */
  async function listPaymentOverdueOrderIds(): Promise<number[]> {
    const rows = await database.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'pending_payment')
      .where('payment_due_at', '<=', clock.now().toISOString())
      .orderBy('id')
      .limit(100)
      .execute()
    return rows.map((row) => row.id)
  }

  /**
   * Ends an order that was not paid in time, whose payment was refused, or that its customer cancelled unpaid.
   * @returns false, changing nothing, when it no longer waits for payment
   */
  function endUnpaidOrder<S extends 'expire' | 'fail' | 'cancelUnpaid'>(
    id: number,
    transitionName: S,
    by: ActorFor<S>,
  ): Promise<boolean> {
    return database.transact((tx) => lifecycle.tryTransition(tx, transitionName, id, by))
  }

  /**
   * Stops an order whose payment the bank gave back by itself, while it is in the shop.
   * @returns false, changing nothing, when it has left, or ended
   */
  function stopAfterBankRefund(tx: Transaction, id: number): Promise<boolean> {
    return lifecycle.tryTransition(tx, 'stop', id, bankActor)
  }

  /** Whether it ended without, or after, a purchase: nothing more happens to it. */
  async function isOrderVoid(tx: Transaction, id: number): Promise<boolean> {
    const { status } = await tx.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    return isInPhase(status, 'void')
  }

  /** E-mails the customer about a payment that is refunded, since the order could not accept it. */
  async function notifyPaymentRefund(
    tx: Transaction,
    orderId: number,
    rejectedPayment: RejectedPayment,
  ): Promise<void> {
    const eventId = await insertOrderEvent(tx, {
      orderId,
      kind: 'returnPayment',
      by: bankActor,
      at: clock.now(),
      data: rejectedPayment,
    })
    await emails.enqueue(tx, { orderId, kind: 'paymentGoesBack', eventId })
  }

  /**
   * Applies the next transition of an order that goes well: picking begins, the courier has it, it has arrived.
   * @throws ShopError "order.unknown", "step.impossible", also for one that waits for its payment or a pharmacist
   */
  async function advanceOrder(id: number, by: StaffActor, transactionHook = noTransactionHook): Promise<OrderStatus> {
    const { status, type } = await requireOrderSummary(id)
    const transitionName = findNextTransition(status, type)
    if (!transitionName) throw new ShopError('step.impossible')
    await database.transact((tx) => applyTransitionAndRunHook(tx, transitionName, id, by, transactionHook))
    return transitions[transitionName].to
  }

  /**
   * Ends an order: cancelled while it is in the shop, refunded after that. Its money goes back.
   * @throws ShopError "order.unknown", "step.impossible"
   */
  async function cancelOrRefund(
    id: number,
    by: StaffActor,
    transactionHook = noTransactionHook,
  ): Promise<CancellationResult> {
    const { status } = await requireOrderSummary(id)
    return endOrder(isInPhase(status, 'inTransit', 'done') ? 'refund' : 'cancel', id, by, transactionHook)
  }

  /** The customer's own cancelling of a paid order, at once. @throws ShopError "order.unknown", "step.impossible" once picking began */
  function cancelAsCustomer(
    id: number,
    by: CustomerActor,
    transactionHook = noTransactionHook,
  ): Promise<CancellationResult> {
    return endOrder('cancelPaid', id, by, transactionHook)
  }

  async function endOrder<S extends 'cancel' | 'refund' | 'cancelPaid'>(
    transitionName: S,
    id: number,
    by: ActorFor<S>,
    transactionHook: TransactionHook,
  ): Promise<CancellationResult> {
    const { totalCents, dueCents } = await requireOrderSummary(id)
    return database.transact(async (tx) => {
      await applyTransitionAndRunHook(tx, transitionName, id, by, transactionHook)
      const dueRefund = await payments.findDueRefund(tx, id)
      return { ...dueRefund, status: transitions[transitionName].to, refundedBalanceCents: totalCents - dueCents }
    })
  }

  /**
   * Takes units out of a paid order that the shelf does not have: their price is refunded by the same Pix, and the customer e-mailed.
   * @returns cents to be refunded
   * @throws ShopError "order.unknown", "step.impossible", "removal.units", "removal.everything", "removal.balances",
   *   "removal.byHand", "removal.returned"
   */
  async function removeUnits(
    shortPick: ShortPick,
    by: StaffActor,
    transactionHook = noTransactionHook,
  ): Promise<number> {
    await requireOrderSummary(shortPick.orderId)
    return database.transact(async (tx) => {
      const refundCents = await removeUnitsInTransaction(tx, shortPick, by)
      await transactionHook(tx)
      return refundCents
    })
  }

  /** Within a transaction of the caller's. @throws the same refusals as `removeUnits` */
  async function removeUnitsInTransaction(tx: Transaction, shortPick: ShortPick, by: EventActor): Promise<number> {
    const { orderId, productId, units } = shortPick
    const refundCents = await removeLineUnits(tx, shortPick)
    await authorisations.releaseUnits(tx, orderId, { productId, units })
    await payments.markPartialRefundDue(tx, clock, orderId, refundCents)
    const data = { productId, units, refundCents }
    const eventId = await insertOrderEvent(tx, { orderId, kind: 'removeUnits', by, at: clock.now(), data })
    await emails.enqueue(tx, { orderId, kind: 'itemRemoved', eventId })
    return refundCents
  }

  /** A pharmacist approved a prescription: its order is prepared. @throws ShopError "prescription.decided" */
  function approvePrescription(
    prescriptionId: number,
    by: StaffActor & DecidingPharmacist,
    transactionHook = noTransactionHook,
  ): Promise<{ orderId: number }> {
    return database.transact((tx) =>
      applyPrescriptionDecision(tx, 'approve', { prescriptionId, by, reason: null, transactionHook }),
    )
  }

  /**
   * A pharmacist rejected a prescription: the order is refunded, its stock restored, and the customer e-mailed why.
   * @throws ShopError "prescription.decided"
   */
  async function rejectPrescription(
    prescriptionId: number,
    by: StaffActor & DecidingPharmacist,
    reason: string,
    transactionHook = noTransactionHook,
  ): Promise<CancellationResult & { orderId: number }> {
    return database.transact(async (tx) => {
      const { orderId } = await applyPrescriptionDecision(tx, 'reject', { prescriptionId, by, reason, transactionHook })
      const { balance_cents: refundedBalanceCents } = await tx
        .selectFrom('orders')
        .select('balance_cents')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      return { orderId, status: 'cancelled', ...(await payments.findDueRefund(tx, orderId)), refundedBalanceCents }
    })
  }

  async function applyPrescriptionDecision(
    tx: Transaction,
    transitionName: 'approve' | 'reject',
    { prescriptionId, by, reason, transactionHook }: PrescriptionDecision,
  ): Promise<{ orderId: number }> {
    const decision = transitionName === 'approve' ? 'approved' : 'rejected'
    const orderId = await prescriptions.recordDecision(tx, prescriptionId, decision, by.pharmacist, reason)
    if (orderId === null || !(await lifecycle.tryTransition(tx, transitionName, orderId, by)))
      throw new ShopError('prescription.decided')
    await transactionHook(tx)
    return { orderId }
  }

  /** Locks an order's row until the transaction ends. */
  async function lockOrder(tx: Transaction, id: number): Promise<void> {
    await tx
      .updateTable('orders')
      .set((eb) => ({ note: eb.ref('note') }))
      .where('id', '=', id)
      .execute()
  }

  /** Applies a transition within the caller's transaction. @throws ShopError "step.impossible" */
  async function applyTransition<S extends TransitionName>(
    tx: Transaction,
    transitionName: S,
    id: number,
    by: ActorFor<S>,
  ): Promise<void> {
    await applyTransitionAndRunHook(tx, transitionName, id, by, noTransactionHook)
  }

  /** Records an event that changes no status, and e-mails the customer about it. */
  async function recordEventAndNotify(
    tx: Transaction,
    event: Omit<NewOrderEvent, 'at' | 'status'>,
    emailKind: OrderEmailKind | null,
  ) {
    const eventId = await insertOrderEvent(tx, { ...event, at: clock.now() })
    if (emailKind) await emails.enqueue(tx, { orderId: event.orderId, kind: emailKind, eventId })
  }

  async function applyTransitionAndRunHook<S extends TransitionName>(
    tx: Transaction,
    transitionName: S,
    id: number,
    by: ActorFor<S>,
    transactionHook: TransactionHook,
  ) {
    if (!(await lifecycle.tryTransition(tx, transitionName, id, by))) throw new ShopError('step.impossible')
    await transactionHook(tx)
  }

  async function requireOrderSummary(id: number) {
    const order = await orderQueries.findSummary(id)
    if (!order) throw new ShopError('order.unknown')
    return order
  }
}

/** Who decides on a prescription: one of the staff, as the pharmacist whose name and number stay with the decision. */
interface DecidingPharmacist {
  pharmacist: Pharmacist
}

interface PrescriptionDecision {
  prescriptionId: number
  by: StaffActor & DecidingPharmacist
  reason: string | null
  transactionHook: TransactionHook
}
