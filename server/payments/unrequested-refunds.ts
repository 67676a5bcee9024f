import { sql } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import type { BankRefundStatus, Row } from '../database/schema.ts'
import { isOrderVoid, stopAfterBankRefund } from '../orders/order-commands.ts'
import type { ProviderPayment, ProviderRefund } from '../ports/payment-provider.ts'
import { markRefundDue } from '../receipts/order-payments.ts'
import { requiresManualRefund } from '../receipts/providers.ts'
import { isRefundAttempt, sumRefundCents, toPartialRefundIdPrefix } from '../receipts/refund-amounts.ts'
import type { ChargeRow } from './charges.sql.ts'

type PaymentRow = Row<'payment'>

const storedStatusByProviderStatus = { pending: 'under_way', returned: 'returned', failed: 'failed' } as const

/**
 * Records what was returned of a payment without the shop's asking. An order whose payment came back whole is stopped while it is
 * in the shop; if that refund fails later, as a dispute does that the shop wins, the money counts again.
 */
export async function recordUnrequestedRefunds(
  ctx: Context,
  charge: ChargeRow,
  providerPayment: ProviderPayment,
): Promise<void> {
  const hasNewRefund = await ctx.transact(async (ctx) => {
    const payment = await findPaymentRow(ctx, charge, providerPayment)
    if (!payment) return false
    const reversals = await listReversals(ctx, payment, providerPayment)
    const unrequestedRefunds = [...(await listUnrequestedRefunds(ctx, payment, providerPayment)), ...reversals]
    let hasNewRefund = false
    for (const refund of unrequestedRefunds) hasNewRefund = (await recordRefund(ctx, payment, refund)) || hasNewRefund
    const returnedCents = sumRefundCents(
      [...providerPayment.refunds, ...reversals].filter(({ status }) => status === 'returned'),
    )
    if (unrequestedRefunds.length > 0 && returnedCents >= payment.amountCents)
      await stopOrderAndMarkRefunded(ctx, payment)
    else if (payment.status === 'refunded' && unrequestedRefunds.some(({ status }) => status === 'failed'))
      await reinstatePayment(ctx, payment, [...providerPayment.refunds, ...reversals])
    return hasNewRefund
  })
  if (hasNewRefund)
    ctx.log.warn(
      { charge: charge.reference, provider: charge.provider, orderId: charge.orderId },
      'the payment provider returned money that the shop did not ask it to',
    )
}

/** A payment that was approved and then was not after all is as good as returned, until it is approved again. */
async function listReversals(
  ctx: TransactionContext,
  payment: PaymentRow,
  { isReversed }: ProviderPayment,
): Promise<ProviderRefund[]> {
  const recordedReversal = await ctx.db
    .selectFrom('bankRefund')
    .select('refundId')
    .where('paymentId', '=', payment.id)
    .where('refundId', '=', reversalId)
    .executeTakeFirst()
  if (!isReversed && !recordedReversal) return []
  const status = isReversed ? 'returned' : 'failed'
  return [{ id: reversalId, amountCents: payment.amountCents, status, requestedAt: null }]
}

function findPaymentRow(ctx: TransactionContext, charge: ChargeRow, { reference }: ProviderPayment) {
  return ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', charge.provider)
    .where('reference', '=', reference)
    .where('orderId', '=', charge.orderId)
    .executeTakeFirst()
}

/** Those with an id that the shop never gave, and those of a refund that this database knows nothing of. */
async function listUnrequestedRefunds(
  ctx: TransactionContext,
  payment: PaymentRow,
  { refunds }: ProviderPayment,
): Promise<ProviderRefund[]> {
  const refundsOfMoney = refunds.filter(({ amountCents }) => amountCents > 0)
  if (refundsOfMoney.length === 0) return []
  const [partialRefunds, recordedRefunds, settlements] = [
    await ctx.db
      .selectFrom('partialRefund')
      .select(['id', 'amountCents'])
      .where('paymentId', '=', payment.id)
      .execute(),
    await ctx.db
      .selectFrom('bankRefund')
      .select(['refundId', 'amountCents', 'status'])
      .where('paymentId', '=', payment.id)
      .execute(),
    await ctx.db.selectFrom('refundSettlement').select('id').where('paymentId', '=', payment.id).execute(),
  ]
  const isFullRefundExpected = payment.status !== 'captured'
  const returnedOtherwise = [...partialRefunds, ...recordedRefunds.filter(({ status }) => status !== 'failed')]
  const dueCents = returnedOtherwise.reduce((cents, { amountCents }) => cents - amountCents, payment.amountCents)
  const wasRequested = ({ id, isDispute, amountCents }: ProviderRefund) => {
    if (isDispute) return false
    // Where refunds are made by hand, one of exactly what was due is that one, unless it was returned by other means.
    if (requiresManualRefund(ctx, payment.provider))
      return isFullRefundExpected && amountCents === dueCents && settlements.length === 0
    return isRefundAttempt('refund', id)
      ? isFullRefundExpected
      : partialRefunds.some((partialRefund) => isRefundAttempt(toPartialRefundIdPrefix(partialRefund.id), id))
  }
  return refundsOfMoney.filter(
    (refund) => recordedRefunds.some(({ refundId }) => refundId === refund.id) || !wasRequested(refund),
  )
}

/** @returns whether nothing was known of it */
async function recordRefund(ctx: TransactionContext, payment: PaymentRow, refund: ProviderRefund): Promise<boolean> {
  const status: BankRefundStatus = storedStatusByProviderStatus[refund.status]
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('bankRefund')
    .values({
      paymentId: payment.id,
      refundId: refund.id,
      orderId: payment.orderId,
      amountCents: refund.amountCents,
      status,
      isDispute: Boolean(refund.isDispute),
      noticedAt: ctx.clock.now(),
      providerStatus: refund.providerStatus,
    })
    .onConflict((conflict) => conflict.columns(['paymentId', 'refundId']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  await ctx.db
    .updateTable('bankRefund')
    .set({ status, providerStatus: refund.providerStatus ?? null })
    .where('paymentId', '=', payment.id)
    .where('refundId', '=', refund.id)
    .where((eb) =>
      eb.or([
        eb('status', '<>', status),
        eb(eb.fn.coalesce('providerStatus', sql.lit('')), '<>', refund.providerStatus ?? ''),
      ]),
    )
    .execute()
  return false
}

/** A captured payment that is back with its payer: nothing is owed any more, and its order goes no further. */
async function stopOrderAndMarkRefunded(ctx: TransactionContext, payment: PaymentRow): Promise<void> {
  if (payment.status !== 'captured') return
  await changePaymentStatus(ctx, payment, 'captured', 'refunded')
  // What a change cost besides is no reason to stop an order that is paid.
  if (payment.surchargeId !== null) return
  if (await stopAfterBankRefund(ctx, payment.orderId)) await markRefundDue(ctx, payment.orderId)
}

/** What came back to the shop is the order's again, or its customer's where the order was stopped. */
async function reinstatePayment(
  ctx: TransactionContext,
  payment: PaymentRow,
  refunds: ProviderRefund[],
): Promise<void> {
  const settlements = await ctx.db
    .selectFrom('refundSettlement')
    .select('amountCents')
    .where('paymentId', '=', payment.id)
    .execute()
  const returned = [...refunds.filter(({ status }) => status !== 'failed'), ...settlements]
  if (sumRefundCents(returned) >= payment.amountCents) return
  const isVoid = await isOrderVoid(ctx, payment.orderId)
  await changePaymentStatus(ctx, payment, 'refunded', isVoid ? 'refund_due' : 'captured')
}

async function changePaymentStatus(
  ctx: TransactionContext,
  payment: PaymentRow,
  expectedStatus: PaymentRow['status'],
  newStatus: PaymentRow['status'],
) {
  await ctx.db
    .updateTable('payment')
    .set({ status: newStatus })
    .where('id', '=', payment.id)
    .where('status', '=', expectedStatus)
    .execute()
}

/** The id of what was taken back without a refund. */
const reversalId = 'reversal'
