import type { OrderEmailData } from '../../app/texts/mail.ts'
import { findEmailRecipient } from '../accounts/customers.ts'
import type { TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { findOrderEmail } from '../notify/mail/mail.ts'
import { createNotice, type EventName, type Notice } from '../notify/notice.ts'
import { deleteSupersededNotices, notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import { findPaymentMethod, isPaymentPastRefundWindow } from '../receipts/order-payments.ts'
import { toDoorTerms } from './door-terms.ts'
import { type EventDataByKind, insertOrderEvent, type NewOrderEvent } from './events.ts'
import { loadNet } from './order-net-loader.ts'
import { sumPromotions } from './orders.sql.ts'

const tellOrder =
  <Name extends EventName>(event: Name) =>
  (order: OrderEmailData): Notice =>
    ({ event, facts: [order] }) as unknown as Notice

/** Of an order's status: an unsent one is superseded by the next. */
const statusEvents = [
  ...(['orderPlaced', 'orderPaid', 'orderToPayAtDoor', 'orderNotTaken', 'prescriptionApproved'] as const),
  ...(['prescriptionRefused', 'orderReady', 'orderUncollected', 'orderOnItsWay', 'orderDelivered'] as const),
  ...(['orderCancelled', 'orderRefunded', 'orderStopped'] as const),
]
const statusNotices = Object.fromEntries(statusEvents.map((event) => [event, tellOrder(event)]))

/** The notices of its other events. */
const eventNotices = {
  itemRemoved: ({ id, firstName, doorTerms }: OrderEmailData, removal: EventDataByKind['removeUnits']) =>
    createNotice('itemRemoved', { id, firstName, doorTerms, ...removal }),
  itemRemovedByWish: ({ id, firstName, doorTerms }: OrderEmailData, removal: EventDataByKind['removeByWish']) =>
    createNotice('itemRemovedByWish', { id, firstName, doorTerms, ...removal }),
  pictureRequested: ({ id, firstName }: OrderEmailData, { until }: EventDataByKind['requestPicture']) =>
    createNotice('pictureRequested', { id, firstName, answerDeadline: new Date(until) }),
  surchargeDue: ({ id, firstName }: OrderEmailData, { cents, until }: EventDataByKind['askSurcharge']) =>
    createNotice('surchargeDue', { id, firstName, cents, answerDeadline: new Date(until) }),
  addressChanged: (
    { id, firstName, deliveryPromise }: OrderEmailData,
    { refundCents }: EventDataByKind['changeAddress'],
  ) => createNotice('addressChanged', { id, firstName, deliveryPromise, refundCents }),
  unitsNotPrescribed: ({ id, firstName, doorTerms }: OrderEmailData, removal: EventDataByKind['removeUnits']) =>
    createNotice('unitsNotPrescribed', {
      id,
      firstName,
      doorTerms,
      ...removal,
      approvedUnits: removal.approvedUnits ?? 0,
    }),
  paymentGoesBack: ({ id, firstName, dueCents }: OrderEmailData, payment: EventDataByKind['returnPayment']) =>
    createNotice('paymentRefunded', { id, firstName, dueCents, ...payment }),
  orderExpiredInReview: tellOrder('orderExpiredInReview'),
  refundRefused: ({ id, firstName, paymentMethod }: OrderEmailData, { cents }: EventDataByKind['refundRefused']) =>
    createNotice('refundRefused', { id, firstName, paymentMethod, refundCents: cents }),
  refundSettled: ({ id, firstName }: OrderEmailData, { cents, means, day }: EventDataByKind['settleRefund']) =>
    createNotice('refundSettled', { id, firstName, refundCents: cents, means, day }),
  pickupReminder: tellOrder('pickupReminder'),
  proposal: ({ id, firstName }: OrderEmailData, { until = '' }: EventDataByKind['propose']) =>
    createNotice('proposal', { id, firstName, answerDeadline: new Date(until) }),
  problemReceived: ({ id, firstName }: OrderEmailData, { problemId }: EventDataByKind['problem']) =>
    createNotice('problemReceived', { id, firstName, problemId }),
  problemQuestion: ({ id, firstName }: OrderEmailData, { problemId }: EventDataByKind['problem']) =>
    createNotice('problemQuestion', { id, firstName, problemId }),
  problemAnswered: (
    { id, firstName, isPastRefundWindow }: OrderEmailData,
    { problemId, cents = 0, walletCents = 0, endsOrder = false }: EventDataByKind['problem'],
  ) =>
    // What goes back with the order's end is told by that notice.
    createNotice('problemAnswered', {
      id,
      firstName,
      problemId,
      isPastRefundWindow,
      refund: endsOrder
        ? { providerCents: 0, balanceCents: 0 }
        : { providerCents: cents - walletCents, balanceCents: walletCents },
    }),
}

export type StatusEmailKind = (typeof statusEvents)[number]
export type OrderEmailKind = StatusEmailKind | keyof typeof eventNotices

const noticeByKind = { ...statusNotices, ...eventNotices } as Record<
  string,
  (order: OrderEmailData, data: never) => Notice
>

interface NewOrderEmail {
  orderId: number
  kind: OrderEmailKind
  /** The event that the e-mail reports. */
  eventId: number
}

/** Records an event that changes no status, and tells the customer of it. */
export async function recordEventAndNotify(
  ctx: TransactionContext,
  event: Omit<NewOrderEvent, 'status'>,
  emailKind: OrderEmailKind | null,
): Promise<void> {
  const eventId = await insertOrderEvent(ctx, event)
  if (emailKind) await enqueue(ctx, { orderId: event.orderId, kind: emailKind, eventId })
}

/** Enqueues an e-mail in the transaction of its event; none if the account was erased. */
export async function enqueue(ctx: TransactionContext, email: NewOrderEmail): Promise<void> {
  if (email.kind in statusNotices) await deleteSupersededEmails(ctx, email.orderId)
  await loadAndNotify(ctx, email)
}

/** Unsent e-mails about earlier statuses would only confuse. */
export function deleteSupersededEmails(ctx: TransactionContext, orderId: number): Promise<void> {
  return deleteSupersededNotices(ctx, orderId, statusEvents)
}

/**
 * Renders one of an order's e-mails again, from today's data.
 * @returns the newest of its copies until now; null if it belongs to another order
 * @throws ShopError "email.notResendable" for one without its event, of an older version, and where the account was erased
 */
export async function resendEmail(ctx: TransactionContext, orderId: number, emailId: number): Promise<number | null> {
  const email = await findOrderEmail(ctx, orderId, emailId)
  if (!email) return null
  const { kind, eventId, newestCopyId } = email
  const canRender = kind !== null && eventId !== null && kind in noticeByKind
  if (!canRender || !(await loadAndNotify(ctx, { orderId, kind: kind as OrderEmailKind, eventId }, true)))
    throw new ShopError('email.notResendable')
  return newestCopyId
}

/** @returns false, writing nothing, where the account was erased */
async function loadAndNotify(
  ctx: TransactionContext,
  { orderId, kind, eventId }: NewOrderEmail,
  isEmailAlone = false,
): Promise<boolean> {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['customerId', 'totalCents', 'balanceCents', 'paymentDueAt', 'paidAt'])
    .select(['status', 'doorMeans', 'changeForCents', 'shortPickedCents'])
    .select(['orderType', 'deliveryAddress', 'pickupCode', 'pickupEndsAt', 'promiseStartsAt', 'promiseEndsAt'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const customer = await findEmailRecipient(ctx, order.customerId)
  if (!customer) return false
  const event = await ctx.db.selectFrom('orderEvent').select('data').where('id', '=', eventId).executeTakeFirstOrThrow()
  const data: OrderEmailData = {
    id: orderId,
    firstName: customer.firstName,
    totalCents: order.totalCents,
    dueCents: order.totalCents - order.balanceCents,
    endRefund: (await loadNet(ctx, orderId)).endRefund,
    promotions: (await sumPromotions(ctx, [orderId])).get(orderId) ?? [],
    paymentDueAt: order.paymentDueAt,
    isPaid: order.paidAt !== null,
    doorTerms: toDoorTerms(order),
    paymentMethod: await findPaymentMethod(ctx, orderId),
    isPastRefundWindow: await isPaymentPastRefundWindow(ctx, orderId),
    deliveryPromise: order.promiseEndsAt === null ? null : { from: order.promiseStartsAt, to: order.promiseEndsAt },
    pickup: toPickupEmailData(order, customer.firstName !== null),
  }
  const notice = noticeByKind[kind]?.(data, JSON.parse(event.data) as never)
  if (!notice) return false
  const recipient = { email: customer.email, customerId: isEmailAlone ? null : order.customerId }
  return notify(ctx, { ...notice, order: { orderId, kind, eventId } }, recipient)
}

function toPickupEmailData(
  {
    orderType,
    deliveryAddress,
    pickupCode,
    pickupEndsAt,
  }: Pick<Row<'orders'>, 'orderType' | 'deliveryAddress' | 'pickupCode' | 'pickupEndsAt'>,
  isMailboxProven: boolean,
): OrderEmailData['pickup'] {
  if (orderType === 'delivery') return null
  const { addressType: store, street, number, neighborhood } = JSON.parse(deliveryAddress)
  return {
    store,
    address: `${street}, ${number}, ${neighborhood}`,
    code: isMailboxProven ? pickupCode : null,
    keptUntil: pickupEndsAt,
  }
}
