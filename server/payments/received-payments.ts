import type { Context, TransactionContext } from '../context.ts'
import type { RefundReason } from '../database/schema.ts'
import { markPaid, notifyPaymentRefund } from '../orders/order-commands.ts'
import type { ProviderPayment } from '../ports/payment-provider.ts'
import { sumRefundCents } from '../receipts/refund-amounts.ts'
import type { ChargeRow } from './charges.sql.ts'

interface IncomingPayment {
  charge: Pick<ChargeRow, 'provider' | 'orderId' | 'amountCents'>
  payment: ProviderPayment & { receivedAt: Date }
}

/**
 * Records a payment, once. It is captured if it is the first one, of the charge's amount, for an order that awaits payment; any other
 * is marked for refund, and the customer told why. One that is back with its payer already pays for nothing.
 * @returns the payment's status; null for one recorded before
 */
export function recordPayment(
  ctx: Context,
  incomingPayment: IncomingPayment,
): Promise<'captured' | 'refund_due' | 'refunded' | null> {
  const { charge, payment } = incomingPayment
  const { provider, orderId } = charge
  const { reference, amountCents, receivedAt, method, card, refunds, isReversed } = payment
  if (isReversed) return Promise.resolve(null)
  return ctx.transact(async (ctx) => {
    const insertedPayment = await ctx.db
      .insertInto('payment')
      .values({
        provider,
        reference,
        orderId,
        amountCents,
        status: 'refund_due',
        receivedAt,
        method,
        cardBrand: card?.brand,
        cardLastFour: card?.lastFour,
        installments: card?.installments,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!insertedPayment) return null
    const isFullyRefunded = sumRefundCents(refunds.filter(({ status }) => status === 'returned')) >= amountCents
    const refundReason = isFullyRefunded
      ? null
      : await captureOrGetRefundReason(ctx, insertedPayment.id, incomingPayment)
    const outcome = isFullyRefunded ? 'refunded' : refundReason === null ? 'captured' : 'refund_due'
    await ctx.db
      .updateTable('payment')
      .set({ status: outcome, refundReason })
      .where('id', '=', insertedPayment.id)
      .execute()
    if (refundReason !== null) await notifyPaymentRefund(ctx, orderId, { amountCents, reason: refundReason })
    return outcome
  })
}

/** Marks the order as paid, or returns why this payment has to be refunded. */
async function captureOrGetRefundReason(
  ctx: TransactionContext,
  paymentId: number,
  { charge: { orderId, amountCents: expectedCents }, payment: { amountCents, receivedAt } }: IncomingPayment,
): Promise<RefundReason | null> {
  const hasExpectedAmount = amountCents === expectedCents
  if (hasExpectedAmount && (await markPaid(ctx, orderId, receivedAt))) return null
  const acceptedPayment = await ctx.db
    .selectFrom('payment')
    .select('id')
    .where('orderId', '=', orderId)
    .where('id', '<>', paymentId)
    .where('refundReason', 'is', null)
    .executeTakeFirst()
  if (acceptedPayment) return 'second'
  return hasExpectedAmount ? 'late' : 'amount'
}
