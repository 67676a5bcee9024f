import { chargeTexts } from '../../app/texts/charges.ts'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { recordEventAndNotify } from '../orders/order-emails.ts'
import { sumBy } from '../platform/sum-by.ts'
import {
  findProviderError,
  type NewRefund,
  type ProviderPayment,
  type ProviderRefund,
} from '../ports/payment-provider.ts'
import { isPastRefundWindow, requireProvider } from '../receipts/providers.ts'
import {
  calculateRemainder,
  excludeFailedRefunds,
  hasPendingRefund,
  isRefundAttempt,
  sumRefundCents,
  toPartialRefundIdPrefix,
} from '../receipts/refund-amounts.ts'
import { type ChargeRow, maxRefusals, toChargeKey } from './charges.sql.ts'

/** A refund that failed at the provider, or that it refused, is requested again once, after this time, in milliseconds. */
export const refundRetryDelayMs = 60 * 60_000

interface ReceivedPayment {
  providerPayment: ProviderPayment
  paymentRow: Row<'payment'>
  charge: ChargeRow
  partialRefunds: Row<'partialRefund'>[]
  /** Of its refunds, what was returned without the shop's asking, and what the shop asked for. */
  unrequestedRefunds: ProviderRefund[]
  requestedRefunds: ProviderRefund[]
}

/** What is to go back of a payment: the whole of what is left, or a part. */
interface DueRefund {
  table: 'payment' | 'partialRefund'
  row: Pick<Row<'partialRefund'>, 'id' | 'refusalCount' | 'refusedAt'>
  idPrefix: string
  amountCents: number
}

/**
 * Refunds what is due of a charge's payments, parts first. The next refund's id follows from the refunds the provider lists, so that
 * two servers request the same one. What was returned without the shop's asking is not returned once more, and nothing is of a
 * payment whose refunds could not be read. What a provider refuses for good is left to the staff.
 * @throws ShopError "payment.unavailable"
 */
export async function issueRefunds(ctx: Context, charge: ChargeRow, payments: ProviderPayment[]): Promise<void> {
  for (const providerPayment of payments) {
    const paymentRow = await ctx.db
      .selectFrom('payment')
      .selectAll()
      .where('provider', '=', charge.provider)
      .where('reference', '=', providerPayment.reference)
      .where('orderId', '=', charge.orderId)
      .executeTakeFirst()
    if (!paymentRow || providerPayment.hasUnclearRefunds) continue
    const [partialRefunds, unrequestedRefundIds] = await Promise.all([
      listPartialRefunds(ctx, paymentRow.id),
      loadUnrequestedRefundIds(ctx, paymentRow.id),
    ])
    const unrequestedRefunds = providerPayment.refunds.filter(({ id }) => unrequestedRefundIds.has(id))
    const requestedRefunds = providerPayment.refunds.filter(({ id }) => !unrequestedRefundIds.has(id))
    const payment = { providerPayment, paymentRow, partialRefunds, unrequestedRefunds, requestedRefunds, charge }
    await issuePartialRefunds(ctx, payment)
    await refundRemainder(ctx, payment)
  }
}

function listPartialRefunds(ctx: Context, paymentId: number) {
  return ctx.db.selectFrom('partialRefund').selectAll().where('paymentId', '=', paymentId).orderBy('id').execute()
}

async function loadUnrequestedRefundIds(ctx: Context, paymentId: number): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('bankRefund').select('refundId').where('paymentId', '=', paymentId).execute()
  return new Set(rows.map(({ refundId }) => refundId))
}

/** A part is never more than the provider still has of the payment. */
async function issuePartialRefunds(ctx: Context, payment: ReceivedPayment): Promise<void> {
  const { providerPayment, paymentRow, partialRefunds, unrequestedRefunds, requestedRefunds } = payment
  let remainingCents = paymentRow.amountCents - sumRefundCents(excludeFailedRefunds(providerPayment.refunds))
  for (const row of partialRefunds) {
    const { id, amountCents: partCents, status } = row
    if (status !== 'due') continue
    const idPrefix = toPartialRefundIdPrefix(id)
    const requestedCents = sumRefundCents(
      excludeFailedRefunds(requestedRefunds.filter((refund) => isRefundAttempt(idPrefix, refund.id))),
    )
    const amountCents = Math.min(partCents, requestedCents + remainingCents)
    remainingCents -= amountCents - requestedCents
    // A refund pending at the bank may fail: then its amount is available to this part again.
    if (amountCents < partCents && hasPendingRefund(unrequestedRefunds)) continue
    if (!(await ensureRefunded(ctx, payment, { table: 'partialRefund', row, idPrefix, amountCents }))) continue
    await ctx.db.updateTable('partialRefund').set({ status: 'refunded' }).where('id', '=', id).execute()
  }
}

/** What is left of a payment that is due, without its parts and what was returned without the shop's asking. */
async function refundRemainder(ctx: Context, payment: ReceivedPayment): Promise<void> {
  const { paymentRow, partialRefunds, unrequestedRefunds } = payment
  if (paymentRow.status !== 'refund_due') return
  const amountCents = calculateRemainder(
    paymentRow.amountCents,
    sumBy(partialRefunds, (part) => part.amountCents),
    sumRefundCents(excludeFailedRefunds(unrequestedRefunds)),
  )
  const dueRefund: DueRefund = { table: 'payment', row: paymentRow, idPrefix: 'refund', amountCents }
  if (!(await ensureRefunded(ctx, payment, dueRefund)) || hasPendingRefund(unrequestedRefunds)) return
  await ctx.db
    .updateTable('payment')
    .set({ status: 'refunded' })
    .where('id', '=', paymentRow.id)
    .where('status', '=', 'refund_due')
    .execute()
}

/** Attempts at the provider have ids of a common prefix and a number. */
async function ensureRefunded(ctx: Context, payment: ReceivedPayment, dueRefund: DueRefund): Promise<boolean> {
  const { charge, providerPayment } = payment
  const { idPrefix, amountCents } = dueRefund
  const attempts = listAttempts(ctx, payment, dueRefund)
  const missingCents = amountCents - sumRefundCents(attempts.filter(({ status }) => status === 'returned'))
  if (missingCents <= 0) {
    if (attempts.some(({ isMatchedByAmount }) => isMatchedByAmount)) await recordMatchByAmount(ctx, payment)
    return true
  }
  const canRefund = requireProvider(ctx, charge).refund !== null
  if (!canRefund || hasPendingRefund(attempts) || hasFailedRecently(ctx, attempts) || isRefused(ctx, dueRefund))
    return false
  const failedCount = attempts.filter(({ status }) => status === 'failed').length
  if (failedCount > 0)
    ctx.log.warn(
      { charge: charge.reference, provider: charge.provider, orderId: charge.orderId },
      'the payment provider could not carry out a refund',
    )
  if (failedCount >= maxRefusals) {
    await recordRefusal(ctx, payment, dueRefund, '')
    return false
  }
  return requestRefund(ctx, payment, dueRefund, {
    charge: toChargeKey(charge),
    payment: providerPayment,
    id: `${idPrefix}${providerPayment.refunds.filter(({ id }) => isRefundAttempt(idPrefix, id)).length + 1}`,
    amountCents: missingCents,
    message: chargeTexts.refund(charge.orderId),
  })
}

/** A refund made by hand has no attempt id: one of exactly this amount is taken for it. */
function listAttempts(
  ctx: Context,
  { charge, requestedRefunds }: ReceivedPayment,
  { idPrefix, amountCents }: DueRefund,
): ProviderRefund[] {
  if (requireProvider(ctx, charge).refund) return requestedRefunds.filter(({ id }) => isRefundAttempt(idPrefix, id))
  return requestedRefunds
    .filter((requested) => requested.amountCents === amountCents)
    .map((requested) => ({ ...requested, isMatchedByAmount: true }))
}

async function requestRefund(
  ctx: Context,
  payment: ReceivedPayment,
  dueRefund: DueRefund,
  newRefund: NewRefund,
): Promise<boolean> {
  const provider = requireProvider(ctx, payment.charge)
  try {
    return (await provider.refund?.(newRefund))?.status === 'returned'
  } catch (error) {
    const providerError = findProviderError(error)
    if (!providerError?.isDefiniteRefusal) throw error
    // Refused may also be what another server has just requested, or what was carried out before and is listed now.
    const snapshot = await provider.readCharge(newRefund.charge)
    const listedRefund = snapshot?.payments
      .find(({ reference }) => reference === newRefund.payment.reference)
      ?.refunds.find(({ id, status }) => id.toLowerCase() === newRefund.id && status !== 'failed')
    if (listedRefund) return listedRefund.status === 'returned'
    await recordRefusal(ctx, payment, dueRefund, providerError.providerWords)
    return false
  }
}

/**
 * Keeps the provider's words for the staff. The second refusal is for good, and so is the first one after the time in which it
 * returns anything: the customer is told that the money comes by other means.
 */
async function recordRefusal(
  ctx: Context,
  { charge, paymentRow, providerPayment }: ReceivedPayment,
  { table, row, idPrefix, amountCents }: DueRefund,
  reason: string,
): Promise<void> {
  const now = ctx.clock.now()
  const isFinal =
    row.refusalCount + 1 >= maxRefusals ||
    providerPayment.refunds.filter(({ id, status }) => status === 'failed' && isRefundAttempt(idPrefix, id)).length >=
      maxRefusals ||
    isPastRefundWindow(ctx, charge.provider, paymentRow.receivedAt)
  await ctx.transact(async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable(table)
      .set({
        refusalCount: isFinal ? maxRefusals : row.refusalCount + 1,
        refusedAt: now,
        refusalReason: reason,
      })
      .where('id', '=', row.id)
      .where('status', 'in', ['due', 'refund_due'])
      // Of two servers that were refused at once one counts.
      .where('refusalCount', '=', row.refusalCount)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n || !isFinal) return
    await recordEventAndNotify(
      ctx,
      { orderId: charge.orderId, kind: 'refundRefused', by: { kind: 'bank' }, data: { cents: amountCents } },
      'refundRefused',
    )
  })
  ctx.log.warn(
    { charge: charge.reference, provider: charge.provider, orderId: charge.orderId, reason },
    isFinal ? 'the payment provider refuses a refund for good' : 'the payment provider refused a refund',
  )
}

async function recordMatchByAmount(ctx: Context, { charge, paymentRow }: ReceivedPayment): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payment')
    .set({ isRefundMatchedByAmount: true })
    .where('id', '=', paymentRow.id)
    .where('isRefundMatchedByAmount', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows === 1n)
    ctx.log.warn(
      { charge: charge.reference, provider: charge.provider, orderId: charge.orderId },
      'a refund was matched by its amount alone',
    )
}

/** Whether it was refused for good, or may be asked for again only later. */
function isRefused(ctx: Context, { row }: DueRefund): boolean {
  if (row.refusalCount >= maxRefusals) return true
  return row.refusedAt !== null && ctx.clock.now().getTime() - row.refusedAt.getTime() < refundRetryDelayMs
}

function hasFailedRecently(ctx: Context, attempts: ProviderRefund[]): boolean {
  const failedAttempts = attempts.filter(({ status }) => status === 'failed')
  const latestFailureMs = Math.max(...failedAttempts.map(({ requestedAt }) => requestedAt?.getTime() ?? 0))
  return ctx.clock.now().getTime() - latestFailureMs < refundRetryDelayMs
}
