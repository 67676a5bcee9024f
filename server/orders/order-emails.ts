import { type EmailContent, letters, type OrderFacts } from '../../app/texts/mail.ts'
import type { PaidHow } from '../../app/texts/payment-methods.ts'
import type { Customers } from '../accounts/customers.ts'
import type { Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Mail } from '../mail/mail.ts'
import type { EventData } from './events.ts'

/** The letters about an order's status: one that is still unsent is overtaken by the next. */
const statusEmails = {
  orderPlaced: letters.orderPlaced,
  orderPaid: letters.orderPaid,
  prescriptionApproved: letters.prescriptionApproved,
  prescriptionRefused: letters.prescriptionRefused,
  orderReady: letters.orderReady,
  orderUncollected: letters.orderUncollected,
  orderOnItsWay: letters.orderOnItsWay,
  orderDelivered: letters.orderDelivered,
  orderCancelled: letters.orderCancelled,
  orderRefunded: letters.orderRefunded,
  orderStopped: letters.orderStopped,
} satisfies Record<string, (order: OrderFacts) => EmailContent>

interface EmailData extends OrderFacts {
  /** What its payment had to be. */
  chargedCents: number
}

/** Those about something else that happened to it. */
const eventEmails = {
  itemRemoved: ({ id, firstName }: OrderFacts, removed: EventData['removeUnits']) =>
    letters.itemRemoved({ id, firstName, ...removed }),
  paymentGoesBack: ({ id, firstName, chargedCents }: EmailData, returned: EventData['returnPayment']) =>
    letters.paymentGoesBack({ id, firstName, dueCents: chargedCents, ...returned }),
  pickupReminder: letters.pickupReminder,
  proposal: ({ id, firstName }: OrderFacts, { until = '' }: EventData['propose']) =>
    letters.proposal({ id, firstName, until: new Date(until) }),
  problemReceived: ({ id, firstName }: OrderFacts, { problemId }: EventData['problem']) =>
    letters.problemReceived({ id, firstName, problemId }),
  problemQuestion: ({ id, firstName }: OrderFacts, { problemId }: EventData['problem']) =>
    letters.problemQuestion({ id, firstName, problemId }),
  problemAnswered: ({ id, firstName }: OrderFacts, { problemId, cents = 0 }: EventData['problem']) =>
    letters.problemAnswered({ id, firstName, problemId, cents }),
}

export type StatusEmail = keyof typeof statusEmails
export type OrderEmailKind = StatusEmail | keyof typeof eventEmails

const emailTemplates = { ...statusEmails, ...eventEmails } as Record<
  string,
  (order: EmailData, data: never) => EmailContent
>

interface NewOrderEmail {
  orderId: number
  kind: OrderEmailKind
  /** What happened: it says what the letter tells. */
  eventId: number
}

interface Deps {
  accounts: Pick<Customers, 'findAddressee'>
  mail: Pick<Mail, 'enqueueForOrder' | 'deleteSuperseded' | 'findForOrder'>
  findPaymentMethod: (tx: Transaction, orderId: number) => Promise<PaidHow | null>
}

export type OrderEmails = ReturnType<typeof createOrderEmails>

/** The letters that tell a customer how an order is going: each is written from its kind and the event that it tells of. */
export function createOrderEmails({ accounts, mail, findPaymentMethod }: Deps) {
  return { enqueue, deleteSuperseded, resend }

  /** Writes a letter, in the transaction of what it tells; none where the account was erased. */
  async function enqueue(tx: Transaction, email: NewOrderEmail): Promise<void> {
    if (email.kind in statusEmails) await deleteSuperseded(tx, email.orderId)
    await write(tx, email)
  }

  /** Letters about earlier statuses that are still unsent would only confuse. */
  function deleteSuperseded(tx: Transaction, orderId: number): Promise<void> {
    return mail.deleteSuperseded(tx, orderId, Object.keys(statusEmails))
  }

  /** Writes one of an order's letters anew, from what is true now. @returns false for a letter that is none of the order's */
  async function resend(tx: Transaction, orderId: number, emailId: number): Promise<boolean> {
    const { kind, eventId } = (await mail.findForOrder(tx, orderId, emailId)) ?? {}
    if (!kind || !eventId || !(kind in emailTemplates)) return false
    await write(tx, { orderId, kind: kind as OrderEmailKind, eventId })
    return true
  }

  async function write(tx: Transaction, { orderId, kind, eventId }: NewOrderEmail): Promise<void> {
    const order = await tx
      .selectFrom('orders')
      .select(['customer_id', 'total_cents', 'balance_cents', 'payment_due_at', 'paid_at', 'removed_cents'])
      .select(['order_type', 'delivery_address', 'pickup_code', 'pickup_until'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const customer = await accounts.findAddressee(order.customer_id, tx)
    if (!customer) return
    const event = await tx.selectFrom('order_event').select('data').where('id', '=', eventId).executeTakeFirstOrThrow()
    const data: EmailData = {
      id: orderId,
      firstName: customer.firstName,
      // What was taken out has been refunded already.
      totalCents: order.total_cents - order.removed_cents,
      dueCents: order.total_cents - order.balance_cents - order.removed_cents,
      paymentDueAt: new Date(order.payment_due_at),
      isPaid: order.paid_at !== null,
      paidHow: await findPaymentMethod(tx, orderId),
      pickup: pickupOf(order),
      chargedCents: order.total_cents - order.balance_cents,
    }
    const content = emailTemplates[kind]?.(data, JSON.parse(event.data) as never)
    if (content) await mail.enqueueForOrder(tx, customer.email, { orderId, kind, eventId }, content)
  }
}

function pickupOf({
  order_type,
  delivery_address,
  pickup_code,
  pickup_until,
}: Pick<Row<'orders'>, 'order_type' | 'delivery_address' | 'pickup_code' | 'pickup_until'>): OrderFacts['pickup'] {
  if (order_type === 'delivery') return null
  const { addressType: store, street, number, neighborhood } = JSON.parse(delivery_address)
  return {
    store,
    address: `${street}, ${number}, ${neighborhood}`,
    code: pickup_code ?? '',
    until: pickup_until === null ? null : new Date(pickup_until),
  }
}
