import { type EmailContent, emailTexts, type OrderEmailData } from '../../app/texts/mail.ts'
import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { CustomerService } from '../accounts/customers.ts'
import type { Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { MailService } from '../mail/mail.ts'
import type { EventDataByKind } from './events.ts'

/** The e-mails about an order's status: an unsent one is superseded by the next. */
const statusEmailTemplates = {
  orderPlaced: emailTexts.orderPlaced,
  orderPaid: emailTexts.orderPaid,
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

interface EmailData extends OrderEmailData {
  /** What its payment had to be. */
  chargedCents: number
}

/** The e-mails about its other events. */
const eventEmailTemplates = {
  itemRemoved: ({ id, firstName }: OrderEmailData, removal: EventDataByKind['removeUnits']) =>
    emailTexts.itemRemoved({ id, firstName, ...removal }),
  paymentGoesBack: ({ id, firstName, chargedCents }: EmailData, payment: EventDataByKind['returnPayment']) =>
    emailTexts.paymentRefunded({ id, firstName, dueCents: chargedCents, ...payment }),
  pickupReminder: emailTexts.pickupReminder,
  proposal: ({ id, firstName }: OrderEmailData, { until = '' }: EventDataByKind['propose']) =>
    emailTexts.proposal({ id, firstName, answerDeadline: new Date(until) }),
  problemReceived: ({ id, firstName }: OrderEmailData, { problemId }: EventDataByKind['problem']) =>
    emailTexts.problemReceived({ id, firstName, problemId }),
  problemQuestion: ({ id, firstName }: OrderEmailData, { problemId }: EventDataByKind['problem']) =>
    emailTexts.problemQuestion({ id, firstName, problemId }),
  problemAnswered: ({ id, firstName }: OrderEmailData, { problemId, cents = 0 }: EventDataByKind['problem']) =>
    emailTexts.problemAnswered({ id, firstName, problemId, refundCents: cents }),
}

export type StatusEmailKind = keyof typeof statusEmailTemplates
export type OrderEmailKind = StatusEmailKind | keyof typeof eventEmailTemplates

const emailTemplates = { ...statusEmailTemplates, ...eventEmailTemplates } as Record<
  string,
  (order: EmailData, data: never) => EmailContent
>

interface NewOrderEmail {
  orderId: number
  kind: OrderEmailKind
  /** The event that the e-mail reports. */
  eventId: number
}

interface Deps {
  customers: Pick<CustomerService, 'findEmailRecipient'>
  mail: Pick<MailService, 'enqueueForOrder' | 'deleteSupersededEmails' | 'findOrderEmail'>
  findPaymentMethod: (tx: Transaction, orderId: number) => Promise<PaymentMethodDetails | null>
}

export type OrderEmailService = ReturnType<typeof createOrderEmailService>

/** The e-mails that keep a customer informed about an order: each is rendered from its kind and its event. */
export function createOrderEmailService({ customers, mail, findPaymentMethod }: Deps) {
  return { enqueue, deleteSupersededEmails, resendEmail }

  /** Enqueues an e-mail in the transaction of its event; none if the account was erased. */
  async function enqueue(tx: Transaction, email: NewOrderEmail): Promise<void> {
    if (email.kind in statusEmailTemplates) await deleteSupersededEmails(tx, email.orderId)
    await renderAndEnqueue(tx, email)
  }

  /** Unsent e-mails about earlier statuses would only confuse. */
  function deleteSupersededEmails(tx: Transaction, orderId: number): Promise<void> {
    return mail.deleteSupersededEmails(tx, orderId, Object.keys(statusEmailTemplates))
  }

  /** Renders one of an order's e-mails again, from today's data. @returns false if it belongs to another order */
  async function resendEmail(tx: Transaction, orderId: number, emailId: number): Promise<boolean> {
    const { kind, eventId } = (await mail.findOrderEmail(tx, orderId, emailId)) ?? {}
    if (!kind || !eventId || !(kind in emailTemplates)) return false
    await renderAndEnqueue(tx, { orderId, kind: kind as OrderEmailKind, eventId })
    return true
  }

  async function renderAndEnqueue(tx: Transaction, { orderId, kind, eventId }: NewOrderEmail): Promise<void> {
    const order = await tx
      .selectFrom('orders')
      .select(['customer_id', 'total_cents', 'balance_cents', 'payment_due_at', 'paid_at', 'removed_cents'])
      .select(['order_type', 'delivery_address', 'pickup_code', 'pickup_until'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const customer = await customers.findEmailRecipient(order.customer_id, tx)
    if (!customer) return
    const event = await tx.selectFrom('order_event').select('data').where('id', '=', eventId).executeTakeFirstOrThrow()
    const data: EmailData = {
      id: orderId,
      firstName: customer.firstName,
      // Short-picked units have been refunded already.
      totalCents: order.total_cents - order.removed_cents,
      dueCents: order.total_cents - order.balance_cents - order.removed_cents,
      paymentDueAt: new Date(order.payment_due_at),
      isPaid: order.paid_at !== null,
      paymentMethod: await findPaymentMethod(tx, orderId),
      pickup: toPickupEmailData(order),
      chargedCents: order.total_cents - order.balance_cents,
    }
    const content = emailTemplates[kind]?.(data, JSON.parse(event.data) as never)
    if (content) await mail.enqueueForOrder(tx, customer.email, { orderId, kind, eventId }, content)
  }
}

function toPickupEmailData({
  order_type,
  delivery_address,
  pickup_code,
  pickup_until,
}: Pick<Row<'orders'>, 'order_type' | 'delivery_address' | 'pickup_code' | 'pickup_until'>): OrderEmailData['pickup'] {
  if (order_type === 'delivery') return null
  const { addressType: store, street, number, neighborhood } = JSON.parse(delivery_address)
  return {
    store,
    address: `${street}, ${number}, ${neighborhood}`,
    code: pickup_code ?? '',
    keptUntil: pickup_until === null ? null : new Date(pickup_until),
  }
}
