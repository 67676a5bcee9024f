import { type EmailContent, emailTexts, type OrderEmailData } from '../../app/texts/mail.ts'
import { findEmailRecipient } from '../accounts/customers.ts'
import type { TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import * as mail from '../mail/mail.ts'
import { enqueueForOrder, findOrderEmail } from '../mail/mail.ts'
import { ShopError } from '../platform/errors.ts'
import { findPaymentMethod, isPaymentPastRefundWindow } from '../receipts/order-payments.ts'
import { toDoorTerms } from './door-terms.ts'
import type { EventDataByKind } from './events.ts'
import { loadNet } from './order-net-loader.ts'

/** The e-mails about an order's status: an unsent one is superseded by the next. */
const statusEmailTemplates = {
  orderPlaced: emailTexts.orderPlaced,
  orderPaid: emailTexts.orderPaid,
  orderToPayAtDoor: emailTexts.orderToPayAtDoor,
  orderNotTaken: emailTexts.orderNotTaken,
  prescriptionApproved: emailTexts.prescriptionApproved,
  prescriptionRefused: emailTexts.prescriptionRefused,
  orderReady: emailTexts.orderReady,
  orderUncollected: emailTexts.orderUncollected,
  orderOnItsWay: emailTexts.orderOnItsWay,
  orderDelivered: emailTexts.orderDelivered,
  orderCancelled: emailTexts.orderCancelled,
  orderRefunded: emailTexts.orderRefunded,
  orderStopped: emailTexts.orderStopped,
} satisfies Record<string, (order: OrderEmailData) => EmailContent>

/** The e-mails about its other events. */
const eventEmailTemplates = {
  itemRemoved: ({ id, firstName, doorTerms }: OrderEmailData, removal: EventDataByKind['removeUnits']) =>
    emailTexts.itemRemoved({ id, firstName, doorTerms, ...removal }),
  unitsNotPrescribed: ({ id, firstName, doorTerms }: OrderEmailData, removal: EventDataByKind['removeUnits']) =>
    emailTexts.unitsNotPrescribed({ id, firstName, doorTerms, ...removal, approvedUnits: removal.approvedUnits ?? 0 }),
  paymentGoesBack: ({ id, firstName, dueCents }: OrderEmailData, payment: EventDataByKind['returnPayment']) =>
    emailTexts.paymentRefunded({ id, firstName, dueCents, ...payment }),
  orderExpiredInReview: emailTexts.orderExpiredInReview,
  refundRefused: ({ id, firstName, paymentMethod }: OrderEmailData, { cents }: EventDataByKind['refundRefused']) =>
    emailTexts.refundRefused({ id, firstName, paymentMethod, refundCents: cents }),
  refundSettled: ({ id, firstName }: OrderEmailData, { cents, means, day }: EventDataByKind['settleRefund']) =>
    emailTexts.refundSettled({ id, firstName, refundCents: cents, means, day }),
  pickupReminder: emailTexts.pickupReminder,
  proposal: ({ id, firstName }: OrderEmailData, { until = '' }: EventDataByKind['propose']) =>
    emailTexts.proposal({ id, firstName, answerDeadline: new Date(until) }),
  problemReceived: ({ id, firstName }: OrderEmailData, { problemId }: EventDataByKind['problem']) =>
    emailTexts.problemReceived({ id, firstName, problemId }),
  problemQuestion: ({ id, firstName }: OrderEmailData, { problemId }: EventDataByKind['problem']) =>
    emailTexts.problemQuestion({ id, firstName, problemId }),
  problemAnswered: (
    { id, firstName, isPastRefundWindow }: OrderEmailData,
    { problemId, cents = 0, walletCents = 0, endsOrder = false }: EventDataByKind['problem'],
  ) =>
    // What goes back with the order's end is told by that letter.
    emailTexts.problemAnswered({
      id,
      firstName,
      problemId,
      isPastRefundWindow,
      refund: endsOrder
        ? { providerCents: 0, balanceCents: 0 }
        : { providerCents: cents - walletCents, balanceCents: walletCents },
    }),
}

export type StatusEmailKind = keyof typeof statusEmailTemplates
export type OrderEmailKind = StatusEmailKind | keyof typeof eventEmailTemplates

const emailTemplates = { ...statusEmailTemplates, ...eventEmailTemplates } as Record<
  string,
  (order: OrderEmailData, data: never) => EmailContent
>

interface NewOrderEmail {
  orderId: number
  kind: OrderEmailKind
  /** The event that the e-mail reports. */
  eventId: number
}

/** Enqueues an e-mail in the transaction of its event; none if the account was erased. */
export async function enqueue(ctx: TransactionContext, email: NewOrderEmail): Promise<void> {
  if (email.kind in statusEmailTemplates) await deleteSupersededEmails(ctx, email.orderId)
  await renderAndEnqueue(ctx, email)
}

/** Unsent e-mails about earlier statuses would only confuse. */
export function deleteSupersededEmails(ctx: TransactionContext, orderId: number): Promise<void> {
  return mail.deleteSupersededEmails(ctx, orderId, Object.keys(statusEmailTemplates))
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
  const canRender = kind !== null && eventId !== null && kind in emailTemplates
  if (!canRender || !(await renderAndEnqueue(ctx, { orderId, kind: kind as OrderEmailKind, eventId })))
    throw new ShopError('email.notResendable')
  return newestCopyId
}

/** @returns false, writing nothing, where the account was erased */
async function renderAndEnqueue(ctx: TransactionContext, { orderId, kind, eventId }: NewOrderEmail): Promise<boolean> {
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
    paymentDueAt: order.paymentDueAt,
    isPaid: order.paidAt !== null,
    doorTerms: toDoorTerms(order),
    paymentMethod: await findPaymentMethod(ctx, orderId),
    isPastRefundWindow: await isPaymentPastRefundWindow(ctx, orderId),
    deliveryPromise: order.promiseEndsAt === null ? null : { from: order.promiseStartsAt, to: order.promiseEndsAt },
    pickup: toPickupEmailData(order, customer.firstName !== null),
  }
  const content = emailTemplates[kind]?.(data, JSON.parse(event.data) as never)
  if (!content) return false
  await enqueueForOrder(ctx, customer.email, { orderId, kind, eventId }, content)
  return true
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
