import type { Context, TransactionContext } from '../context.ts'
import type { RefundReason } from '../database/schema.ts'
import { markPaid, notifyPaymentRefund } from '../orders/order-commands.ts'
import { applySurcharge } from '../orders/surcharges.ts'
import { ShopError } from '../platform/errors.ts'
import type { ProviderPayment } from '../ports/payment-provider.ts'
import { sumRefundCents } from '../receipts/refund-amounts.ts'
import type { ChargeRow } from './charges.sql.ts'

interface IncomingPayment {
  charge: Pick<ChargeRow, 'provider' | 'orderId' | 'amountCents'> & Partial<Pick<ChargeRow, 'surchargeId'>>
  payment: ProviderPayment & { receivedAt: Date }
}

type PaymentOutcome = 'captured' | 'refund_due' | 'refunded' | null

/**
 * Records a payment, once. It is captured if it is the first one, of the charge's amount, for an order, or a change of it, that awaits
 * payment; any other is marked for refund, and the customer told why. One that is back with its payer already pays for nothing.
 * @returns the payment's status; null for one recorded before
 */
export async function recordPayment(ctx: Context, incomingPayment: IncomingPayment): Promise<PaymentOutcome> {
  const { surchargeId = null } = incomingPayment.charge
  if (surchargeId === null) return insertPayment(ctx, incomingPayment, captureOrGetRefundReason)
  try {
    return await insertPayment(ctx, incomingPayment, (ctx, paymentId, incoming) =>
      captureSurchargeOrGetRefundReason(ctx, paymentId, incoming, surchargeId),
    )
  } catch (error) {
    // The change can't be made any more: what was begun of it is undone.
    if (!(error instanceof ShopError)) throw error
    return insertPayment(ctx, incomingPayment, async () => 'late')
  }
}

/** @param capture what it pays for, or why it goes back */
function insertPayment(
  ctx: Context,
  incomingPayment: IncomingPayment,
  capture: (ctx: TransactionContext, paymentId: number, incoming: IncomingPayment) => Promise<RefundReason | null>,
): Promise<PaymentOutcome> {
  const { charge, payment } = incomingPayment
  const { provider, orderId, surchargeId = null } = charge
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
        surchargeId,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!insertedPayment) return null
    const isFullyRefunded = sumRefundCents(refunds.filter(({ status }) => status === 'returned')) >= amountCents
    const refundReason = isFullyRefunded ? null : await capture(ctx, insertedPayment.id, incomingPayment)
    const outcome = isFullyRefunded ? 'refunded' : refundReason === null ? 'captured' : 'refund_due'
    await ctx.db
      .updateTable('payment')
      .set({ status: outcome, refundReason })
      .where('id', '=', insertedPayment.id)
      .execute()
    const isSurcharge = surchargeId !== null
    if (refundReason !== null)
      await notifyPaymentRefund(ctx, orderId, {
        amountCents,
        reason: refundReason,
        ...(isSurcharge && { isSurcharge }),
      })
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
    .where('surchargeId', 'is', null)
    .where('refundReason', 'is', null)
    .executeTakeFirst()
  if (acceptedPayment) return 'second'
  return hasExpectedAmount ? 'late' : 'amount'
}

/**
 * Makes the change of the order that was to be paid, or returns why this payment has to be refunded.
 * @throws ShopError where the change can't be made any more; the transaction must then be rolled back
 */
async function captureSurchargeOrGetRefundReason(
  ctx: TransactionContext,
  paymentId: number,
  { charge: { amountCents: expectedCents }, payment: { amountCents } }: IncomingPayment,
  surchargeId: number,
): Promise<RefundReason | null> {
  const acceptedPayment = await ctx.db
    .selectFrom('payment')
    .select('id')
    .where('surchargeId', '=', surchargeId)
    .where('id', '<>', paymentId)
    .where('refundReason', 'is', null)
    .executeTakeFirst()
  if (acceptedPayment) return 'second'
  if (amountCents !== expectedCents) return 'amount'
  await applySurcharge(ctx, surchargeId)
  return null
}
