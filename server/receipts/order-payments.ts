import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { DoorMethod, Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { sumBy } from '../platform/sum-by.ts'
import type { ProviderName } from '../ports/payment-provider.ts'
import { doorProviderName, isPastRefundWindow, requiresManualRefund } from './providers.ts'
import { addReturns, calculatePaymentReturns, noPaymentReturns, type PaymentReturns } from './refund-amounts.ts'

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
    .where('surchargeId', 'is', null)
    // One that was back with its payer before it was read never paid for the order: the last one counts.
    .orderBy((eb) => eb.case().when('status', '=', 'refunded').then(0).else(1).end())
    .orderBy('id')
    .execute()
  return new Map(payments.map((payment) => [payment.orderId, toPaymentMethodDetails(payment)]))
}

/** What of the payments that an order took is marked for refund, without the parts that went back before. */
export async function findDueRefund(ctx: Context, orderId: number): Promise<DueRefund> {
  const payments = await ctx.db
    .selectFrom('payment')
    .select(['id', 'provider', 'amountCents'])
    .where('orderId', '=', orderId)
    .where('status', '=', 'refund_due')
    .where('refundReason', 'is', null)
    .execute()
  let refundCents = 0
  for (const { id, amountCents } of payments)
    refundCents += Math.max(0, amountCents - (await sumPaymentRefunds(ctx, id)))
  return {
    refundCents,
    requiresManualRefund: payments.some(({ provider }) => requiresManualRefund(ctx, provider)),
  }
}

/**
 * Cents of an order's captured payments that did not go back yet, nor are on their way. What a person returns at its provider goes
 * back only whole.
 */
export async function loadRefundableAmount(
  ctx: Context,
  orderId: number,
): Promise<{ refundableCents: number; requiresManualRefund: boolean }> {
  const payments = await listCapturedPayments(ctx, orderId)
  return {
    refundableCents: sumBy(payments, ({ restCents }) => restCents),
    requiresManualRefund: payments.some(({ provider }) => requiresManualRefund(ctx, provider)),
  }
}

/**
 * Marks a part of what an order's captured payments still have for refund, each by its own way, the latest first; the next round of
 * jobs, on any server, refunds it.
 * @throws ShopError "removal.byHand" where the money came through a provider without an API for refunds; "removal.returned" where
 *   the bank has returned so much by itself that this is no more in the payment
 */
export async function markPartialRefundDue(
  ctx: TransactionContext,
  orderId: number,
  amountCents: number,
): Promise<void> {
  const payments = await listCapturedPayments(ctx, orderId)
  // At the door there is nobody else: the staff give the part back, and say so.
  const automaticPayments = payments.filter(({ provider }) => {
    return provider === doorProviderName || !requiresManualRefund(ctx, provider)
  })
  if (automaticPayments.length === 0) throw new ShopError('removal.byHand')
  let remainingCents = amountCents
  for (const { id: paymentId, restCents } of automaticPayments) {
    const partCents = Math.min(remainingCents, restCents)
    if (partCents === 0) continue
    remainingCents -= partCents
    await ctx.db
      .insertInto('partialRefund')
      .values({ orderId, paymentId, amountCents: partCents, status: 'due', createdAt: ctx.clock.now() })
      .execute()
  }
  if (remainingCents > 0)
    throw new ShopError(automaticPayments.length < payments.length ? 'removal.byHand' : 'removal.returned')
}

/** What went back of the payments that each order took, or is to go back; one query, however many orders. */
export async function sumPaymentReturns(ctx: Context, orderIds: number[]): Promise<Map<number, PaymentReturns>> {
  const rows = await ctx.db
    .selectFrom('payment')
    .select(['orderId', 'surchargeId', 'status', 'amountCents'])
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
  // Of the order, and of each change that cost more.
  const lastPayments = new Map(rows.map((row) => [`${row.orderId} ${row.surchargeId}`, row]))
  const returnsByOrderId = new Map<number, PaymentReturns>()
  for (const { orderId, status, amountCents, ...sums } of lastPayments.values()) {
    const refunds = { partCents: Number(sums.partCents ?? 0), unrequestedCents: Number(sums.unrequestedCents ?? 0) }
    const returns = calculatePaymentReturns(status, amountCents, refunds)
    returnsByOrderId.set(orderId, addReturns(returnsByOrderId.get(orderId) ?? noPaymentReturns, returns))
  }
  return returnsByOrderId
}

/** The latest first, each with what is left of it. */
async function listCapturedPayments(ctx: Context, orderId: number) {
  const rows = await ctx.db
    .selectFrom('payment')
    .select(['id', 'provider', 'amountCents'])
    .where('orderId', '=', orderId)
    .where('status', '=', 'captured')
    .orderBy('id', 'desc')
    .execute()
  const payments: { id: number; provider: ProviderName; restCents: number }[] = []
  for (const { id, provider, amountCents } of rows)
    payments.push({ id, provider, restCents: Math.max(0, amountCents - (await sumPaymentRefunds(ctx, id))) })
  return payments
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

/** Marks an order's captured payments for refund. The next round of jobs, on any server, refunds it where its provider can. */
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
