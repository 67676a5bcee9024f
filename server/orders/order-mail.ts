import { type EmailContent, letters, type OrderFacts } from '../../app/texts/mail.ts'
import type { Customers } from '../accounts/customers.ts'
import type { Transaction } from '../database/connection.ts'
import type { OrderStatus, RefundReason } from '../database/schema.ts'
import type { Mail } from '../mail/mail.ts'
import { wasReviewed } from './orders.sql.ts'

/** What an order's e-mail reports: its new status, that its prescription was rejected, or that its payment is back. */
export type OrderNews = OrderStatus | 'prescription_refused' | 'payment_returned'

/** A payment that the order could not take. */
export interface ReturnedPayment {
  amountCents: number
  reason: RefundReason
}

interface Parts {
  accounts: Pick<Customers, 'findAddressee'>
  mail: Pick<Mail, 'enqueueOfOrder' | 'dropOvertaken'>
}

/** The e-mails that tell a customer how an order is going. */
export function openOrderMail({ accounts, mail }: Parts) {
  return { enqueueOrderEmail, enqueueRemovalEmail, enqueueReturnEmail }

  /**
   * Writes the e-mail about an order's new status, if there is one for it and the account still exists. Called within the
   * transaction that changes the status. Letters about earlier ones that are still unsent would only confuse, and are dropped.
   */
  async function enqueueOrderEmail(tx: Transaction, orderId: number, news: OrderNews): Promise<void> {
    const compose = orderLetters[news]
    if (!compose && news !== 'expired' && news !== 'failed') return
    if (news === 'preparing' && !(await wasReviewed(tx, orderId))) return
    await mail.dropOvertaken(tx, orderId, Object.keys(orderLetters))
    if (!compose) return
    const order = await tx
      .selectFrom('orders')
      .select(['customer_id', 'total_cents', 'balance_cents', 'payment_due_at', 'paid_at', 'removed_cents'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    // Paid at once: "paid" follows within the same transaction.
    if (news === 'pending_payment' && order.balance_cents === order.total_cents) return
    const customer = await accounts.findAddressee(order.customer_id, tx)
    if (!customer) return
    await mail.enqueueOfOrder(
      tx,
      customer.email,
      { orderId, kind: news },
      compose({
        id: orderId,
        firstName: customer.firstName,
        // What was taken out has been refunded already.
        totalCents: order.total_cents - order.removed_cents,
        dueCents: order.total_cents - order.balance_cents - order.removed_cents,
        paymentDueAt: new Date(order.payment_due_at),
        isPaid: order.paid_at !== null,
      }),
    )
  }

  async function enqueueRemovalEmail(
    tx: Transaction,
    orderId: number,
    removed: { units: number; refundCents: number },
  ): Promise<void> {
    const { customer } = await buyerOf(tx, orderId)
    if (!customer) return
    const letter = letters.itemRemoved({ id: orderId, firstName: customer.firstName, ...removed })
    await mail.enqueueOfOrder(tx, customer.email, { orderId, kind: 'item_removed' }, letter)
  }

  /** Tells the customer of a payment that goes back, since the order could not take it. */
  async function enqueueReturnEmail(tx: Transaction, orderId: number, returned: ReturnedPayment): Promise<void> {
    const { customer, dueCents } = await buyerOf(tx, orderId)
    if (!customer) return
    const letter = letters.paymentGoesBack({ id: orderId, firstName: customer.firstName, dueCents, ...returned })
    await mail.enqueueOfOrder(tx, customer.email, { orderId, kind: 'payment_goes_back' }, letter)
  }

  async function buyerOf(tx: Transaction, orderId: number) {
    const { customer_id, total_cents, balance_cents } = await tx
      .selectFrom('orders')
      .select(['customer_id', 'total_cents', 'balance_cents'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return { customer: await accounts.findAddressee(customer_id, tx), dueCents: total_cents - balance_cents }
  }
}

const orderLetters: Partial<Record<OrderNews, (order: OrderFacts) => EmailContent>> = {
  pending_payment: letters.orderPlaced,
  paid: letters.orderPaid,
  // Sent only after a pharmacist's review: without one, "paid" has said it already.
  preparing: letters.prescriptionApproved,
  prescription_refused: letters.prescriptionRefused,
  out_for_delivery: letters.orderOnItsWay,
  delivered: letters.orderDelivered,
  cancelled: letters.orderCancelled,
  refunded: letters.orderRefunded,
  payment_returned: letters.orderStopped,
}
