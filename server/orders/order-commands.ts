import { releaseUnits } from '../bag/programme/laboratory-authorisations.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus, RefundReason } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { type Approval, emptyApproval, recordApproval, recordApprovedUnits } from '../prescriptions/approvals.ts'
import type { Pharmacist } from '../prescriptions/pharmacist.ts'
import type { ApprovedUnits } from '../prescriptions/prescription.ts'
import { findOrderOf, recordDecision } from '../prescriptions/review.ts'
import { type DueRefund, findDueRefund } from '../receipts/order-payments.ts'
import { readApprovedUnits } from './approved-units.ts'
import { assertPaidAtDoor, refundPart, withdrawSoldUnits } from './door-payments.ts'
import { isToBePaidAtDoor } from './door-terms.ts'
import type { EventActor } from './events.ts'
import {
  type ActorFor,
  findNextTransition,
  type HappyPathTransition,
  type TransitionName,
  transitions,
  tryTransition,
} from './lifecycle.ts'
import type { OrderPromise } from './order.ts'
import { recordEventAndNotify } from './order-emails.ts'
import { loadNet } from './order-net-loader.ts'
import { removeUnits as removeLineUnits, type ShortPick } from './short-picks.ts'
import { isInPhase } from './statuses.ts'
import { readTillEntry, type TillEntry } from './till-entries.ts'

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
  /** It was to pay what a change of the order costs besides. */
  isSurcharge?: boolean
}

type StaffActor = Extract<EventActor, { kind: 'staff' }>
const bankActor = { kind: 'bank' } as const

/** An order as it is until the transaction ends: nobody else changes it. */
export interface LockedOrder extends OrderPromise {
  id: number
  branchId: number
  status: OrderStatus
  type: 'delivery' | 'pickup'
  fiscalKey: string | null
  tillEntry: TillEntry | null
}

/**
 * Marks an order as paid, once; one with a prescription goes to the pharmacist's review.
 * @param by the customer where their balances paid all of it
 * @returns false, changing nothing, when it no longer waits for payment
 */
export async function markPaid(
  ctx: TransactionContext,
  id: number,
  paidAt: Date,
  by: ActorFor<'pay'> = bankActor,
): Promise<boolean> {
  if (!(await tryTransition(ctx, 'pay', id, by, paidAt))) return false
  const prescriptionLine = await ctx.db
    .selectFrom('orderLine')
    .select('productId')
    .where('orderId', '=', id)
    .where('requiresPrescription', '=', true)
    .executeTakeFirst()
  if (prescriptionLine) await tryTransition(ctx, 'review', id, by, paidAt)
  return true
}

/** The ids of orders whose payment deadline has passed, the earliest placed first. */
export async function listPaymentOverdueOrderIds(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending_payment')
    .where('paymentDueAt', '<=', ctx.clock.now())
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Ends an order that was not paid in time, whose payment was refused, or that its customer cancelled unpaid.
 * @returns false, changing nothing, when it no longer waits for payment
 */
export function endUnpaidOrder<S extends 'expire' | 'fail' | 'cancelUnpaid' | 'cancelPaid'>(
  ctx: Context,
  id: number,
  transitionName: S,
  by: ActorFor<S>,
): Promise<boolean> {
  return ctx.transact((ctx) => tryTransition(ctx, transitionName, id, by))
}

/**
 * Stops an order whose payment the bank gave back by itself, while it is in the shop.
 * @returns false, changing nothing, when it has left, or ended
 */
export function stopAfterBankRefund(ctx: TransactionContext, id: number): Promise<boolean> {
  return tryTransition(ctx, 'stop', id, bankActor)
}

/** Whether it ended without, or after, a purchase: nothing more happens to it. */
export async function isOrderVoid(ctx: TransactionContext, id: number): Promise<boolean> {
  const { status } = await ctx.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return isInPhase(status, 'void')
}

/** E-mails the customer about a payment that is refunded, since the order could not accept it. */
export async function notifyPaymentRefund(
  ctx: TransactionContext,
  orderId: number,
  rejectedPayment: RejectedPayment,
): Promise<void> {
  const event = { orderId, kind: 'returnPayment', by: bankActor, data: rejectedPayment } as const
  await recordEventAndNotify(ctx, event, 'paymentGoesBack')
}

/**
 * Takes a step of an order that goes well: picking begins, the courier has it, it has arrived.
 * @param step which one its page or program saw as the next: of two who take it, one is refused
 * @throws ShopError "order.unknown", "step.impossible" where another step is the next, or none
 */
export function advanceOrder(
  ctx: Context,
  id: number,
  step: HappyPathTransition,
  by: StaffActor,
): Promise<OrderStatus> {
  return ctx.transact(async (ctx) => {
    assertNextStep(await lockOrder(ctx, id), step)
    if (transitions[step].to === 'delivered') await assertPaidAtDoor(ctx, id)
    await applyTransition(ctx, step, id, by)
    return transitions[step].to
  })
}

/** @throws ShopError "step.impossible" where another step is the next, or none */
export function assertNextStep(order: LockedOrder, step: HappyPathTransition): void {
  if (findNextTransition(order.status, order.type) !== step) throw createStepError(order)
}

/**
 * Ends an order: cancelled while it is in the shop, refunded after that. Its money goes back.
 * @throws ShopError "order.unknown", "step.impossible"
 */
export function cancelOrRefund(ctx: Context, id: number, by: StaffActor): Promise<CancellationResult> {
  return ctx.transact(async (ctx) => {
    const { status } = await lockOrder(ctx, id)
    const transitionName = await findEndingTransition(ctx, id, status)
    await applyTransition(ctx, transitionName, id, by)
    return { ...(await loadEndRefund(ctx, id)), status: transitions[transitionName].to }
  })
}

async function findEndingTransition(ctx: TransactionContext, id: number, status: OrderStatus) {
  if (!isInPhase(status, 'inTransit', 'done')) return 'cancel'
  return (await isToBePaidAtDoor(ctx, id)) ? 'returnUnpaid' : 'refund'
}

/** What goes back with an order's end: what went back in parts before is no part of it. */
async function loadEndRefund(ctx: TransactionContext, id: number): Promise<Omit<CancellationResult, 'status'>> {
  const { endRefund } = await loadNet(ctx, id)
  return { ...(await findDueRefund(ctx, id)), refundedBalanceCents: endRefund.balanceCents }
}

/**
 * Takes units out of a paid order that the shelf does not have: their price is refunded by the same Pix, and the customer e-mailed.
 * @param approvedUnits where a prescription covers no more than these: then the others are on the shelf
 * @returns cents to be refunded
 * @throws ShopError "step.impossible", "removal.units", "removal.everything", "removal.balances", "removal.byHand",
 *   "removal.returned"
 */
export function removeUnits(
  ctx: Context,
  shortPick: ShortPick,
  by: EventActor,
  approvedUnits?: number,
): Promise<number> {
  const { orderId, productId, units } = shortPick
  return ctx.transact(async (ctx) => {
    const isOnShelf = approvedUnits !== undefined
    const { refundCents } = await removeLineUnits(ctx, shortPick, { isOnShelf })
    await withdrawSoldUnits(ctx, orderId, [{ productId, quantity: units }])
    await releaseUnits(ctx, orderId, { productId, units })
    await refundPart(ctx, orderId, refundCents)
    const data = { productId, units, refundCents, ...(approvedUnits !== undefined && { approvedUnits }) }
    const emailKind = approvedUnits === undefined ? 'itemRemoved' : 'unitsNotPrescribed'
    await recordEventAndNotify(ctx, { orderId, kind: 'removeUnits', by, data }, emailKind)
    return refundCents
  })
}

/**
 * A pharmacist approved a prescription: its order is prepared. What it does not cover is taken out and refunded in the same step,
 * and back on the shelf.
 * @throws ShopError "prescription.decided", "prescription.units", "prescription.nothingApproved", and those of `recordApproval` and
 *   `removeUnits`
 */
export function approvePrescription(
  ctx: Context,
  prescriptionId: number,
  by: StaffActor & DecidingPharmacist,
  approval: Approval = emptyApproval,
): Promise<{ orderId: number }> {
  return ctx.transact(async (ctx) => {
    const orderId = await applyPrescriptionDecision(ctx, 'approve', { prescriptionId, by, reason: null })
    await recordApproval(ctx, prescriptionId, approval)
    const approvedLines = await readApprovedUnits(ctx, orderId, approval.units)
    await recordApprovedUnits(ctx, prescriptionId, approvedLines)
    for (const approvedLine of approvedLines) await removeUnprescribedUnits(ctx, orderId, approvedLine, by)
    return { orderId }
  })
}

async function removeUnprescribedUnits(
  ctx: TransactionContext,
  orderId: number,
  { productId, units: approvedUnits, orderedUnits }: ApprovedUnits,
  by: StaffActor,
): Promise<void> {
  const units = orderedUnits - approvedUnits
  if (units === 0) return
  await removeUnits(ctx, { orderId, productId, units, expectedUnits: orderedUnits }, by, approvedUnits)
}

/** A pharmacist rejected a prescription: the order is refunded, its stock restored, and the customer e-mailed why. */
export async function rejectPrescription(
  ctx: Context,
  prescriptionId: number,
  by: ActorFor<'reject'> & DecidingPharmacist,
  reason: string,
): Promise<CancellationResult & { orderId: number }> {
  return ctx.transact(async (ctx) => {
    const orderId = await applyPrescriptionDecision(ctx, 'reject', { prescriptionId, by, reason })
    return { orderId, status: 'cancelled', ...(await loadEndRefund(ctx, orderId)) }
  })
}

async function applyPrescriptionDecision<S extends 'approve' | 'reject'>(
  ctx: TransactionContext,
  transitionName: S,
  { prescriptionId, by, reason }: PrescriptionDecision<S>,
): Promise<number> {
  const decision = transitionName === 'approve' ? 'approved' : 'rejected'
  const orderId = await findOrderOf(ctx, prescriptionId)
  if (orderId === null) throw new ShopError('prescription.decided')
  // The order's row first, as whoever ends the order holds it while the prescription is released.
  await lockOrder(ctx, orderId)
  const prescription = { id: prescriptionId, orderId }
  const isRecorded = await recordDecision(ctx, prescription, decision, by.pharmacist, reason)
  if (!isRecorded || !(await tryTransition(ctx, transitionName, orderId, by)))
    throw new ShopError('prescription.decided')
  return orderId
}

/** Locks an order's row until the transaction ends. */
export async function lockOrder(ctx: TransactionContext, id: number): Promise<LockedOrder> {
  const row = await ctx.db
    .updateTable('orders')
    .set((eb) => ({ note: eb.ref('note') }))
    .where('id', '=', id)
    .returning(['branchId', 'status', 'orderType', 'fiscalKey', 'promiseEndsAt', 'revisedPromiseAt'])
    .returning(['tillEntryAt', 'tillEntryBy', 'tillEntryCents'])
    .executeTakeFirst()
  if (!row) throw new ShopError('order.unknown')
  return {
    id,
    branchId: row.branchId,
    status: row.status,
    type: row.orderType,
    fiscalKey: row.fiscalKey,
    tillEntry: readTillEntry(row),
    deliveryPromise: row.promiseEndsAt === null ? null : { to: row.promiseEndsAt },
    revisedPromiseAt: row.revisedPromiseAt,
  }
}

/** Applies a transition within the caller's transaction. @throws ShopError "step.impossible" */
export async function applyTransition<S extends TransitionName>(
  ctx: TransactionContext,
  transitionName: S,
  id: number,
  by: ActorFor<S>,
): Promise<void> {
  if (!(await tryTransition(ctx, transitionName, id, by))) throw createStepError(await lockOrder(ctx, id))
}

/** Says where the order is instead. */
function createStepError({ status }: LockedOrder) {
  return new ShopError('step.impossible', { status })
}

/** Who decides on a prescription: one of the staff, as the pharmacist whose name and number stay with the decision. */
interface DecidingPharmacist {
  pharmacist: Pharmacist
}

interface PrescriptionDecision<S extends 'approve' | 'reject'> {
  prescriptionId: number
  by: ActorFor<S> & DecidingPharmacist
  reason: string | null
}
