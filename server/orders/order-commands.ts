import type { Authorisations } from '../bag/programme/authorisations.ts'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { OrderStatus, RefundReason } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Pharmacist } from '../prescriptions/pharmacist.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import { type EventActor, insertEvent, type NewEvent } from './events.ts'
import { type ActorFor, findNextStep, type Lifecycle, type Step, transitions } from './lifecycle.ts'
import type { OrderEmailKind, OrderEmails } from './order-emails.ts'
import type { OrderQueries } from './order-queries.ts'
import { type ShortPick, removeUnits as shortPick } from './short-picks.ts'
import { isInPhase } from './statuses.ts'

/** What has to be refunded for an order that ended. */
export interface DueRefund {
  refundCents: number
  /** A person must refund it at the provider, which has no API for refunds. */
  requiresManualRefund: boolean
}

/** What an order that ended without delivery gives back. */
export interface EndedOrder extends DueRefund {
  status: OrderStatus
  /** Returned to gains and wallet already. */
  refundedBalanceCents: number
}

/** A payment that the order could not take. */
export interface RejectedPayment {
  amountCents: number
  reason: RefundReason
}

type Staff = Extract<EventActor, { kind: 'staff' }>
type Customer = Extract<EventActor, { kind: 'customer' }>
const bankActor = { kind: 'bank' } as const
const noop: TransactionHook = async () => {}

interface Deps {
  database: Database
  clock: Clock
  lifecycle: Lifecycle
  emails: Pick<OrderEmails, 'enqueue'>
  orderQueries: Pick<OrderQueries, 'findSummary'>
  prescriptions: Pick<Prescriptions, 'decide'>
  authorisations: Pick<Authorisations, 'releaseUnits'>
  /** What of an order's payment has to be refunded: payments know orders, not the other way round. */
  findDueRefund: (tx: Transaction, orderId: number) => Promise<DueRefund>
  /** Marks a part of an order's payment for refund. */
  markPartialRefundDue: (tx: Transaction, clock: Clock, orderId: number, amountCents: number) => Promise<void>
}

export type OrderCommands = ReturnType<typeof createOrderCommands>

/**
 * What is done with an order once it is placed. Each verb is one transaction, which takes a step of the table in `lifecycle.ts`,
 * so that two of the staff, or one of them and the shop's jobs, never both act on it.
 */
export function createOrderCommands({ database, clock, lifecycle, emails, orderQueries, ...otherDeps }: Deps) {
  const { prescriptions, authorisations, ...payments } = otherDeps
  return {
    markPaid,
    listPaymentOverdueIds,
    endUnpaid,
    stopAfterBankRefund,
    isVoid,
    reportPaymentRefund,
    advance,
    cancelOrRefund,
    cancelAsCustomer,
    removeUnits,
    removeUnitsInTransaction,
    approvePrescription,
    rejectPrescription,
    lockOrder,
    applyStep,
    recordEvent,
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
    if (!(await lifecycle.apply(tx, 'pay', id, by, paidAt))) return false
    const prescriptionLine = await tx
      .selectFrom('order_line')
      .select('product_id')
      .where('order_id', '=', id)
      .where('requires_prescription', '=', 1)
      .executeTakeFirst()
    if (prescriptionLine) await lifecycle.apply(tx, 'review', id, by, paidAt)
    return true
  }

  /** The ids of orders whose payment deadline has passed. */
  async function listPaymentOverdueIds(): Promise<number[]> {
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
  function endUnpaid<S extends 'expire' | 'fail' | 'cancelUnpaid'>(
    id: number,
    step: S,
    by: ActorFor<S>,
  ): Promise<boolean> {
    return database.transact((tx) => lifecycle.apply(tx, step, id, by))
  }

  /**
   * Stops an order whose payment the bank gave back by itself, while it is in the shop.
   * @returns false, changing nothing, when it has left, or ended
   */
  function stopAfterBankRefund(tx: Transaction, id: number): Promise<boolean> {
    return lifecycle.apply(tx, 'stop', id, bankActor)
  }

  /** Whether it ended without, or after, a purchase: nothing more happens to it. */
  async function isVoid(tx: Transaction, id: number): Promise<boolean> {
    const { status } = await tx.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    return isInPhase(status, 'void')
  }

  /** Tells the customer of a payment that goes back, since the order could not take it. */
  async function reportPaymentRefund(tx: Transaction, orderId: number, data: RejectedPayment): Promise<void> {
    const eventId = await insertEvent(tx, { orderId, kind: 'returnPayment', by: bankActor, at: clock.now(), data })
    await emails.enqueue(tx, { orderId, kind: 'paymentGoesBack', eventId })
  }

  /**
   * Takes the next step of an order that goes well: picking begins, the courier has it, it has arrived.
   * @throws ShopError "order.unknown", "step.impossible", also for one that waits for its payment or a pharmacist
   */
  async function advance(id: number, by: Staff, transactionHook = noop): Promise<OrderStatus> {
    const { status, type } = await requireSummary(id)
    const step = findNextStep(status, type)
    if (!step) throw new ShopError('step.impossible')
    await database.transact((tx) => applyOrThrow(tx, step, id, by, transactionHook))
    return transitions[step].to
  }

  /**
   * Ends an order: cancelled while it is in the shop, refunded after that. Its money goes back.
   * @throws ShopError "order.unknown", "step.impossible"
   */
  async function cancelOrRefund(id: number, by: Staff, transactionHook = noop): Promise<EndedOrder> {
    const { status } = await requireSummary(id)
    return endOrder(isInPhase(status, 'inTransit', 'done') ? 'refund' : 'cancel', id, by, transactionHook)
  }

  /** The customer's own cancelling of a paid order, at once. @throws ShopError "order.unknown", "step.impossible" once picking began */
  function cancelAsCustomer(id: number, by: Customer, transactionHook = noop): Promise<EndedOrder> {
    return endOrder('cancelPaid', id, by, transactionHook)
  }

  async function endOrder<S extends 'cancel' | 'refund' | 'cancelPaid'>(
    step: S,
    id: number,
    by: ActorFor<S>,
    transactionHook: TransactionHook,
  ): Promise<EndedOrder> {
    const { totalCents, dueCents } = await requireSummary(id)
    return database.transact(async (tx) => {
      await applyOrThrow(tx, step, id, by, transactionHook)
      const dueRefund = await payments.findDueRefund(tx, id)
      return { ...dueRefund, status: transitions[step].to, refundedBalanceCents: totalCents - dueCents }
    })
  }

  /**
   * Takes units out of a paid order that the shelf does not have: their price goes back by the same Pix, the customer is told.
   * @returns cents to be refunded
   * @throws ShopError "order.unknown", "step.impossible", "removal.units", "removal.everything", "removal.balances",
   *   "removal.byHand", "removal.returned"
   */
  async function removeUnits(removal: ShortPick, by: Staff, transactionHook = noop): Promise<number> {
    await requireSummary(removal.orderId)
    return database.transact(async (tx) => {
      const refundCents = await removeUnitsInTransaction(tx, removal, by)
      await transactionHook(tx)
      return refundCents
    })
  }

  /** Within a transaction of the caller's. @throws the same refusals as `removeUnits` */
  async function removeUnitsInTransaction(tx: Transaction, removal: ShortPick, by: EventActor): Promise<number> {
    const { orderId, productId, units } = removal
    const refundCents = await shortPick(tx, removal)
    await authorisations.releaseUnits(tx, orderId, { productId, units })
    await payments.markPartialRefundDue(tx, clock, orderId, refundCents)
    const data = { productId, units, refundCents }
    const eventId = await insertEvent(tx, { orderId, kind: 'removeUnits', by, at: clock.now(), data })
    await emails.enqueue(tx, { orderId, kind: 'itemRemoved', eventId })
    return refundCents
  }

  /** A pharmacist approved a prescription: its order is prepared. @throws ShopError "prescription.decided" */
  function approvePrescription(
    prescriptionId: number,
    by: Staff & WithPharmacist,
    transactionHook = noop,
  ): Promise<{ orderId: number }> {
    return database.transact((tx) =>
      decidePrescription(tx, 'approve', { prescriptionId, by, reason: null, transactionHook }),
    )
  }

  /**
   * A pharmacist rejected a prescription: the order is refunded, its stock returned, the customer told why.
   * @throws ShopError "prescription.decided"
   */
  async function rejectPrescription(
    prescriptionId: number,
    by: Staff & WithPharmacist,
    reason: string,
    transactionHook = noop,
  ): Promise<EndedOrder & { orderId: number }> {
    return database.transact(async (tx) => {
      const { orderId } = await decidePrescription(tx, 'reject', { prescriptionId, by, reason, transactionHook })
      const { balance_cents: refundedBalanceCents } = await tx
        .selectFrom('orders')
        .select('balance_cents')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      return { orderId, status: 'cancelled', ...(await payments.findDueRefund(tx, orderId)), refundedBalanceCents }
    })
  }

  async function decidePrescription(
    tx: Transaction,
    step: 'approve' | 'reject',
    { prescriptionId, by, reason, transactionHook }: DecisionInput,
  ): Promise<{ orderId: number }> {
    const decision = step === 'approve' ? 'approved' : 'rejected'
    const orderId = await prescriptions.decide(tx, prescriptionId, decision, by.pharmacist, reason)
    if (orderId === null || !(await lifecycle.apply(tx, step, orderId, by))) throw new ShopError('prescription.decided')
    await transactionHook(tx)
    return { orderId }
  }

  /** Keeps an order as it is until the transaction ends. */
  async function lockOrder(tx: Transaction, id: number): Promise<void> {
    await tx
      .updateTable('orders')
      .set((eb) => ({ note: eb.ref('note') }))
      .where('id', '=', id)
      .execute()
  }

  /** Takes a step within a transaction of the caller's. @throws ShopError "step.impossible" */
  async function applyStep<S extends Step>(tx: Transaction, step: S, id: number, by: ActorFor<S>): Promise<void> {
    await applyOrThrow(tx, step, id, by, noop)
  }

  /** Writes down what changes no status, and tells the customer of it. */
  async function recordEvent(
    tx: Transaction,
    event: Omit<NewEvent, 'at' | 'status'>,
    emailKind: OrderEmailKind | null,
  ) {
    const eventId = await insertEvent(tx, { ...event, at: clock.now() })
    if (emailKind) await emails.enqueue(tx, { orderId: event.orderId, kind: emailKind, eventId })
  }

  async function applyOrThrow<S extends Step>(
    tx: Transaction,
    step: S,
    id: number,
    by: ActorFor<S>,
    transactionHook: TransactionHook,
  ) {
    if (!(await lifecycle.apply(tx, step, id, by))) throw new ShopError('step.impossible')
    await transactionHook(tx)
  }

  async function requireSummary(id: number) {
    const order = await orderQueries.findSummary(id)
    if (!order) throw new ShopError('order.unknown')
    return order
  }
}

/** Who decides on a prescription: one of the staff, as the pharmacist whose name and number stay with the decision. */
interface WithPharmacist {
  pharmacist: Pharmacist
}

interface DecisionInput {
  prescriptionId: number
  by: Staff & WithPharmacist
  reason: string | null
  transactionHook: TransactionHook
}
