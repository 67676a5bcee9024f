import type { Database, Transaction } from '../database/connection.ts'
import type { RefundReason } from '../database/schema.ts'
import type { OrderService } from '../orders/orders.ts'
import type { ChargeRow } from './charges.sql.ts'
import type { ProviderPayment } from './provider.ts'
import { sumRefundCents } from './unrequested-refunds.ts'

/** A payment received, as its provider reports it. */
interface IncomingPayment {
  charge: Pick<ChargeRow, 'provider' | 'order_id' | 'amount_cents'>
  payment: ProviderPayment
}

/**
 * Records a payment, once. It is captured if it is the first one, of the charge's amount, for an order that awaits payment; any other
 * is marked for refund, and the customer told why. One that is back with its payer already pays for nothing.
 * @returns the payment's status; null for one recorded before
 */
export function recordPayment(
  database: Database,
  orders: OrderService,
  incomingPayment: IncomingPayment,
): Promise<'captured' | 'refund_due' | 'refunded' | null> {
  const { charge, payment } = incomingPayment
  const { provider, order_id: orderId } = charge
  const { reference, amountCents, receivedAt, method, card, refunds, isReversed } = payment
  if (isReversed) return Promise.resolve(null)
  return database.transact(async (tx) => {
    const insertedPayment = await tx
      .insertInto('payment')
      .values({
        provider,
        reference,
        order_id: orderId,
        amount_cents: amountCents,
        status: 'refund_due',
        received_at: receivedAt.toISOString(),
        method,
        card_brand: card?.brand,
        card_last_four: card?.lastFour,
        installments: card?.installments,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!insertedPayment) return null
    const isFullyRefunded = sumRefundCents(refunds.filter(({ status }) => status === 'returned')) >= amountCents
    const refundReason = isFullyRefunded
      ? null
      : await captureOrGetRefundReason(tx, orders, insertedPayment.id, incomingPayment)
    const outcome = isFullyRefunded ? 'refunded' : refundReason === null ? 'captured' : 'refund_due'
    await tx
      .updateTable('payment')
      .set({ status: outcome, refund_reason: refundReason })
      .where('id', '=', insertedPayment.id)
      .execute()
    if (refundReason !== null) await orders.notifyPaymentRefund(tx, orderId, { amountCents, reason: refundReason })
    return outcome
  })
}

/** Marks the order as paid, or returns why this payment has to be refunded. */
async function captureOrGetRefundReason(
  tx: Transaction,
  orders: OrderService,
  paymentId: number,
  { charge: { order_id: orderId, amount_cents: expectedCents }, payment: { amountCents, receivedAt } }: IncomingPayment,
): Promise<RefundReason | null> {
  const hasExpectedAmount = amountCents === expectedCents
  if (hasExpectedAmount && (await orders.markPaid(tx, orderId, receivedAt))) return null
  const acceptedPayment = await tx
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', '<>', paymentId)
    .where('refund_reason', 'is', null)
    .executeTakeFirst()
  if (acceptedPayment) return 'second'
  return hasExpectedAmount ? 'late' : 'amount'
}

/** Marks an order's captured payment for refund. The next round of jobs, on any server, refunds it where its provider can. */
export async function markRefundDue(tx: Transaction, orderId: number): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: 'refund_due' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .execute()
}

/** What of a payment goes back in parts, refunded or not, and what the bank returned of it by itself, in cents. */
export async function sumPaymentRefunds(tx: Transaction, paymentId: number): Promise<number> {
  const rows = [
    ...(await tx.selectFrom('partial_refund').select('amount_cents').where('payment_id', '=', paymentId).execute()),
    ...(await tx
      .selectFrom('bank_refund')
      .select('amount_cents')
      .where('payment_id', '=', paymentId)
      .where('status', '<>', 'failed')
      .execute()),
  ]
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
