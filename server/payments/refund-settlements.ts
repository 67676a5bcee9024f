import type { Context, TransactionContext } from '../context.ts'
import type { EventActor } from '../orders/events.ts'
import { lockOrder } from '../orders/order-commands.ts'
import { recordEventAndNotify } from '../orders/order-emails.ts'
import { isValidDay, toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { sumPaymentRefunds } from '../receipts/order-payments.ts'
import { doorProviderName, requiresManualRefund } from '../receipts/providers.ts'

/** By what the shop returns money that cannot go back the way it came. */
export const refundMeans = ['transfer', 'pix', 'cash', 'card', 'other'] as const
export type RefundMeans = (typeof refundMeans)[number]

/** Characters of a receipt's number. */
const maxReceiptLength = 60

/** What the staff returned by other means. */
export interface NewSettlement {
  /** Of `DueRefund` in payment-queries.ts, with its amount as the page showed it. */
  refundKey: string
  expectedCents: number
  means: string
  /** yyyy-MM-dd in São Paulo. */
  day: string
  /** The number of a receipt; may be empty. */
  receipt: string
}

interface SettledRefund {
  paymentId: number
  partialRefundId: number | null
  amountCents: number
}

/**
 * Records that a refund was made by other means, so that nothing is owed any more, and tells the customer.
 * @returns its cents
 * @throws ShopError "settlement.gone" where it is not due any more, is another amount, or the provider still returns it;
 *   "settlement.means", "settlement.day", "settlement.receipt"
 */
export async function settleRefund(
  ctx: Context,
  orderId: number,
  { refundKey, expectedCents, means: meansText, day, receipt: receiptText }: NewSettlement,
  by: Extract<EventActor, { kind: 'staff' }>,
): Promise<number> {
  const means = refundMeans.find((name) => name === meansText)
  if (!means) throw new ShopError('settlement.means', { input: 'means' })
  const now = ctx.clock.now()
  if (!isValidDay(day) || day > toShopDay(now)) throw new ShopError('settlement.day', { input: 'day' })
  const receipt = receiptText.trim()
  if (receipt.length > maxReceiptLength) throw new ShopError('settlement.receipt', { input: 'receipt' })
  return ctx.transact(async (ctx) => {
    await lockOrder(ctx, orderId)
    const refund = await takeDueRefund(ctx, orderId, refundKey)
    if (!refund || refund.amountCents !== expectedCents) throw new ShopError('settlement.gone')
    await ctx.db
      .insertInto('refundSettlement')
      .values({
        orderId,
        paymentId: refund.paymentId,
        partialRefundId: refund.partialRefundId,
        amountCents: refund.amountCents,
        means,
        settledOn: day,
        receipt: receipt || null,
        recordedAt: now,
      })
      .execute()
    const data = { cents: refund.amountCents, means, day, ...(receipt && { receipt }) }
    await recordEventAndNotify(ctx, { orderId, kind: 'settleRefund', by, data }, 'refundSettled')
    return refund.amountCents
  })
}

/** Marks a due refund as made; null where there is none that the staff have to make. */
async function takeDueRefund(
  ctx: TransactionContext,
  orderId: number,
  refundKey: string,
): Promise<SettledRefund | null> {
  const [, kind, id] = /^(payment|part)-(\d{1,15})$/.exec(refundKey) ?? []
  if (kind === 'payment') return takeDuePayment(ctx, orderId, Number(id))
  return kind === 'part' ? takeDuePart(ctx, orderId, Number(id)) : null
}

async function takeDuePayment(ctx: TransactionContext, orderId: number, id: number): Promise<SettledRefund | null> {
  const payment = await ctx.db
    .updateTable('payment')
    .set({ status: 'refunded' })
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .where('status', '=', 'refund_due')
    .returning(['provider', 'amountCents', 'refusalCount'])
    .executeTakeFirst()
  if (!payment || (payment.refusalCount === 0 && !requiresManualRefund(ctx, payment.provider))) return null
  const amountCents = payment.amountCents - (await sumPaymentRefunds(ctx, id))
  return amountCents > 0 ? { paymentId: id, partialRefundId: null, amountCents } : null
}

async function takeDuePart(ctx: TransactionContext, orderId: number, id: number): Promise<SettledRefund | null> {
  const part = await ctx.db
    .updateTable('partialRefund')
    .set({ status: 'refunded' })
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .where('status', '=', 'due')
    .where((eb) =>
      eb.or([
        eb('refusalCount', '>', 0),
        eb('paymentId', 'in', eb.selectFrom('payment').select('id').where('provider', '=', doorProviderName)),
      ]),
    )
    .returning(['paymentId', 'amountCents'])
    .executeTakeFirst()
  return part ? { paymentId: part.paymentId, partialRefundId: id, amountCents: part.amountCents } : null
}
