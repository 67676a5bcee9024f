import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { Transaction } from '../database/connection.ts'
import type { DueRefund } from '../orders/order-commands.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { toPaymentMethodDetails } from './payment-queries.ts'
import type { ProviderName } from './provider.ts'
import { markRefundDue, sumPaymentRefunds } from './received-payments.ts'

export type OrderPaymentService = ReturnType<typeof createOrderPaymentService>

/**
 * What payments do for an order: they know orders, not the other way round.
 * @param requiresManualRefund whether a person has to return a payment at its provider
 */
export function createOrderPaymentService(requiresManualRefund: (provider: ProviderName) => boolean) {
  return { markRefundDue, findDueRefund, loadRefundableAmount, markPartialRefundDue, findPaymentMethod }

  /** How an order was paid; null while it is not, and where balances paid all of it. */
  async function findPaymentMethod(tx: Transaction, orderId: number): Promise<PaymentMethodDetails | null> {
    const payment = await tx
      .selectFrom('payment')
      .select(['method', 'card_brand', 'card_last_four', 'installments'])
      .where('order_id', '=', orderId)
      .where('refund_reason', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return payment ? toPaymentMethodDetails(payment) : null
  }

  /** What of the payment that an order took is marked for refund, without the parts that went back before. */
  async function findDueRefund(tx: Transaction, orderId: number): Promise<DueRefund> {
    const payments = await tx
      .selectFrom('payment')
      .select(['id', 'provider', 'amount_cents'])
      .where('order_id', '=', orderId)
      .where('status', '=', 'refund_due')
      .where('refund_reason', 'is', null)
      .execute()
    const [payment] = payments
    const refundedCents = payment ? await sumPaymentRefunds(tx, payment.id) : 0
    return {
      refundCents: Math.max(0, (payment?.amount_cents ?? 0) - refundedCents),
      requiresManualRefund: payments.some(({ provider }) => requiresManualRefund(provider)),
    }
  }

  /**
   * Cents of an order's captured payment that did not go back yet, nor are on their way. What a person returns at its provider goes
   * back only whole.
   */
  async function loadRefundableAmount(
    db: Transaction,
    orderId: number,
  ): Promise<{ refundableCents: number; requiresManualRefund: boolean }> {
    const payment = await findCapturedPayment(db, orderId)
    if (!payment) return { refundableCents: 0, requiresManualRefund: false }
    const refundableCents = Math.max(0, payment.amount_cents - (await sumPaymentRefunds(db, payment.id)))
    return { refundableCents, requiresManualRefund: requiresManualRefund(payment.provider) }
  }

  /**
   * Marks a part of an order's captured payment for refund; the next round of jobs, on any server, refunds it.
   * @throws ShopError "removal.byHand" where the money came through a provider without an API for refunds; "removal.returned" where
   *   the bank has returned so much by itself that this is no more in the payment
   */
  async function markPartialRefundDue(
    tx: Transaction,
    clock: Clock,
    orderId: number,
    amountCents: number,
  ): Promise<void> {
    const payment = await findCapturedPayment(tx, orderId)
    if (!payment || requiresManualRefund(payment.provider)) throw new ShopError('removal.byHand')
    if (payment.amount_cents - (await sumPaymentRefunds(tx, payment.id)) < amountCents)
      throw new ShopError('removal.returned')
    await tx
      .insertInto('partial_refund')
      .values({
        order_id: orderId,
        payment_id: payment.id,
        amount_cents: amountCents,
        status: 'due',
        created_at: clock.now().toISOString(),
      })
      .execute()
  }
}

function findCapturedPayment(db: Transaction, orderId: number) {
  return db
    .selectFrom('payment')
    .select(['id', 'provider', 'amount_cents'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
}
