import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { DoorMethod, Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { doorProviderName, isPastRefundWindow, requiresManualRefund } from './providers.ts'
import { calculatePaymentReturns, type PaymentReturns } from './refund-amounts.ts'

/** What has to be refunded for an order that ended. */
export interface DueRefund {
  refundCents: number
  /** A person must refund it at the provider, which has no API for refunds. */
  requiresManualRefund: boolean
}

/** Whether the provider returns an order's payment no more, so that the shop has to return it by other means. */
export async function isPaymentPastRefundWindow(ctx: Context, orderId: number): Promise<boolean> {
  const payments = await ctx.db
    .selectFrom('payment')
    .select(['provider', 'receivedAt'])
    .where('orderId', '=', orderId)
    .where('refundReason', 'is', null)
    .execute()
  return payments.some(({ provider, receivedAt }) => isPastRefundWindow(ctx, provider, receivedAt))
}

/** How an order was paid; null while it is not, and where balances paid all of it. */
export async function findPaymentMethod(ctx: Context, orderId: number): Promise<PaymentMethodDetails | null> {
  return (await findPaymentMethods(ctx, [orderId])).get(orderId) ?? null
}

/** How each order was paid, without those that are not, or that balances paid; one query, however many orders. */
export async function findPaymentMethods(ctx: Context, orderIds: number[]): Promise<Map<number, PaymentMethodDetails>> {
  const payments = await ctx.db
    .selectFrom('payment')
    .select(['orderId', 'method', 'cardBrand', 'cardLastFour', 'installments', 'doorMethod'])
    .where('orderId', 'in', orderIds)
    .where('refundReason', 'is', null)
    // One that was back with its payer before it was read never paid for the order: the last one counts.
    .orderBy((eb) => eb.case().when('status', '=', 'refunded').then(0).else(1).end())
    .orderBy('id')
    .execute()
  return new Map(payments.map((payment) => [payment.orderId, toPaymentMethodDetails(payment)]))
}

/** What of the payment that an order took is marked for refund, without the parts that went back before. */
export async function findDueRefund(ctx: Context, orderId: number): Promise<DueRefund> {
  const payments = await ctx.db
    .selectFrom('payment')
    .select(['id', 'provider', 'amountCents'])
    .where('orderId', '=', orderId)
    .where('status', '=', 'refund_due')
    .where('refundReason', 'is', null)
    .execute()
  const [payment] = payments
  const refundedCents = payment ? await sumPaymentRefunds(ctx, payment.id) : 0
  return {
    refundCents: Math.max(0, (payment?.amountCents ?? 0) - refundedCents),
    requiresManualRefund: payments.some(({ provider }) => requiresManualRefund(ctx, provider)),
  }
}

/**
 * Cents of an order's captured payment that did not go back yet, nor are on their way. What a person returns at its provider goes
 * back only whole.
 */
export async function loadRefundableAmount(
  ctx: Context,
  orderId: number,
): Promise<{ refundableCents: number; requiresManualRefund: boolean }> {
  const payment = await findCapturedPayment(ctx, orderId)
  if (!payment) return { refundableCents: 0, requiresManualRefund: false }
  const refundableCents = Math.max(0, payment.amountCents - (await sumPaymentRefunds(ctx, payment.id)))
  return { refundableCents, requiresManualRefund: requiresManualRefund(ctx, payment.provider) }
}

/**
 * Marks a part of an order's captured payment for refund; the next round of jobs, on any server, refunds it.
 * @throws ShopError "removal.byHand" where the money came through a provider without an API for refunds; "removal.returned" where
 *   the bank has returned so much by itself that this is no more in the payment
 */
export async function markPartialRefundDue(
  ctx: TransactionContext,
  orderId: number,
  amountCents: number,
): Promise<void> {
  const payment = await findCapturedPayment(ctx, orderId)
  // At the door there is nobody else: the staff give the part back, and say so.
  if (!payment || (requiresManualRefund(ctx, payment.provider) && payment.provider !== doorProviderName))
    throw new ShopError('removal.byHand')
  if (payment.amountCents - (await sumPaymentRefunds(ctx, payment.id)) < amountCents)
    throw new ShopError('removal.returned')
  await ctx.db
    .insertInto('partialRefund')
    .values({
      orderId,
      paymentId: payment.id,
      amountCents,
      status: 'due',
      createdAt: ctx.clock.now(),
    })
    .execute()
}

/** What went back of the payment that each order took, or is to go back; one query, however many orders. */
export async function sumPaymentReturns(ctx: Context, orderIds: number[]): Promise<Map<number, PaymentReturns>> {
  const rows = await ctx.db
    .selectFrom('payment')
    .select(['orderId', 'status', 'amountCents'])
    .select((eb) => [
      eb
        .selectFrom('partialRefund')
        .select((part) => part.fn.sum<number>('amountCents').as('cents'))
        .whereRef('paymentId', '=', 'payment.id')
        .as('partCents'),
      eb
        .selectFrom('bankRefund')
        .select((refund) => refund.fn.sum<number>('amountCents').as('cents'))
        .whereRef('paymentId', '=', 'payment.id')
        .where('status', '<>', 'failed')
        .as('unrequestedCents'),
    ])
    .where('orderId', 'in', orderIds)
    .where('refundReason', 'is', null)
    // One that was back with its payer before it was read never paid for the order.
    .orderBy((eb) => eb.case().when('status', '=', 'refunded').then(0).else(1).end())
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ orderId, status, amountCents, ...sums }) => {
      const refunds = {
        partCents: Number(sums.partCents ?? 0),
        unrequestedCents: Number(sums.unrequestedCents ?? 0),
      }
      return [orderId, calculatePaymentReturns(status, amountCents, refunds)]
    }),
  )
}

function findCapturedPayment(ctx: Context, orderId: number) {
  return ctx.db
    .selectFrom('payment')
    .select(['id', 'provider', 'amountCents'])
    .where('orderId', '=', orderId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
}

/** What was taken where an order was handed over. */
export async function insertDoorPayment(
  ctx: TransactionContext,
  payment: { orderId: number; amountCents: number; receivedAt: Date; doorMethod: DoorMethod },
): Promise<void> {
  await ctx.db
    .insertInto('payment')
    .values({
      ...payment,
      provider: doorProviderName,
      reference: `pedido-${payment.orderId}`,
      status: 'captured',
      method: methodByDoorMethod[payment.doorMethod],
    })
    .execute()
}

const methodByDoorMethod = { cash: null, credit: 'card', debit: 'card', pix: 'pix' } as const

/** Marks an order's captured payment for refund. The next round of jobs, on any server, refunds it where its provider can. */
export async function markRefundDue(ctx: TransactionContext, orderId: number): Promise<void> {
  await ctx.db
    .updateTable('payment')
    .set({ status: 'refund_due' })
    .where('orderId', '=', orderId)
    .where('status', '=', 'captured')
    .execute()
}

/** What of a payment goes back in parts, refunded or not, and what the bank returned of it by itself, in cents. */
export async function sumPaymentRefunds(ctx: Context, paymentId: number): Promise<number> {
  const rows = [
    ...(await ctx.db.selectFrom('partialRefund').select('amountCents').where('paymentId', '=', paymentId).execute()),
    ...(await ctx.db
      .selectFrom('bankRefund')
      .select('amountCents')
      .where('paymentId', '=', paymentId)
      .where('status', '<>', 'failed')
      .execute()),
  ]
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

export function toPaymentMethodDetails({
  method,
  cardBrand: brand,
  cardLastFour: lastFour,
  installments,
  doorMethod,
}: Pick<
  Row<'payment'>,
  'method' | 'cardBrand' | 'cardLastFour' | 'installments' | 'doorMethod'
>): PaymentMethodDetails {
  return { method, brand, lastFour, installments, doorMethod }
}
