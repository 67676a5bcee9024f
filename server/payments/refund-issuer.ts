import { chargeTexts } from '../../app/texts/charges.ts'
import type { Database } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { type ChargeRow, toChargeKey } from './charges.sql.ts'
import type { PaymentProvider, ProviderPayment, ProviderRefund } from './provider.ts'
import type { PaymentLogger } from './provider-caller.ts'
import { isRefundAttempt, sumRefundCents, toPartialRefundIdPrefix } from './unrequested-refunds.ts'

/** A refund that failed at the provider is requested again after this time, in milliseconds. */
const refundRetryDelayMs = 60 * 60_000

interface Deps {
  database: Database
  clock: Clock
  requireProvider: (charge: ChargeRow) => PaymentProvider
  log: PaymentLogger
}

interface ReceivedPayment {
  providerPayment: ProviderPayment
  paymentRow: Row<'payment'>
  charge: ChargeRow
  partialRefunds: Row<'partial_refund'>[]
  /** Of its refunds, what was returned without the shop's asking, and what the shop asked for. */
  unrequestedRefunds: ProviderRefund[]
  requestedRefunds: ProviderRefund[]
}

/** Refunds of payments, through the provider that received them: of the whole, or of parts for what was taken out. */
export function createRefundIssuer({ database: { db }, clock, requireProvider, log }: Deps) {
  return { issueRefunds }

  /**
   * Refunds what is due of a charge's payments, parts first. The next refund's id follows from the refunds the provider lists, so that
   * two servers request the same one. What was returned without the shop's asking is not returned once more.
   * @throws ShopError "payment.unavailable"
   */
  async function issueRefunds(charge: ChargeRow, payments: ProviderPayment[]): Promise<void> {
    for (const providerPayment of payments) {
      const paymentRow = await db
        .selectFrom('payment')
        .selectAll()
        .where('provider', '=', charge.provider)
        .where('reference', '=', providerPayment.reference)
        .where('order_id', '=', charge.order_id)
        .executeTakeFirst()
      if (!paymentRow) continue
      const [partialRefunds, unrequestedRefundIds] = await Promise.all([
        listPartialRefunds(paymentRow.id),
        loadUnrequestedRefundIds(paymentRow.id),
      ])
      const unrequestedRefunds = providerPayment.refunds.filter(({ id }) => unrequestedRefundIds.has(id))
      const requestedRefunds = providerPayment.refunds.filter(({ id }) => !unrequestedRefundIds.has(id))
      const payment = { providerPayment, paymentRow, partialRefunds, unrequestedRefunds, requestedRefunds, charge }
      await issuePartialRefunds(payment)
      await refundRemainder(payment)
    }
  }

  function listPartialRefunds(paymentId: number) {
    return db.selectFrom('partial_refund').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
  }

  async function loadUnrequestedRefundIds(paymentId: number): Promise<Set<string>> {
    const rows = await db.selectFrom('bank_refund').select('refund_id').where('payment_id', '=', paymentId).execute()
    return new Set(rows.map(({ refund_id }) => refund_id))
  }

  /** A part is never more than the provider still has of the payment. */
  async function issuePartialRefunds(payment: ReceivedPayment): Promise<void> {
    const { providerPayment, paymentRow, partialRefunds, unrequestedRefunds, requestedRefunds } = payment
    let remainingCents = paymentRow.amount_cents - sumRefundCents(excludeFailedRefunds(providerPayment.refunds))
    for (const { id, amount_cents, status } of partialRefunds) {
      if (status !== 'due') continue
      const refundIdPrefix = toPartialRefundIdPrefix(id)
      const requestedCents = sumRefundCents(
        excludeFailedRefunds(requestedRefunds.filter((refund) => isRefundAttempt(refundIdPrefix, refund.id))),
      )
      const amountCents = Math.min(amount_cents, requestedCents + remainingCents)
      remainingCents -= amountCents - requestedCents
      // A refund pending at the bank may fail: then its amount is available to this part again.
      if (amountCents < amount_cents && hasPendingRefund(unrequestedRefunds)) continue
      if (!(await ensureRefunded(payment, refundIdPrefix, amountCents))) continue
      await db.updateTable('partial_refund').set({ status: 'refunded' }).where('id', '=', id).execute()
    }
  }

  /** What is left of a payment that is due, without its parts and what was returned without the shop's asking. */
  async function refundRemainder(payment: ReceivedPayment): Promise<void> {
    const { paymentRow, partialRefunds, unrequestedRefunds } = payment
    if (paymentRow.status !== 'refund_due') return
    const partialRefundCents = partialRefunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const amountCents = Math.max(
      0,
      paymentRow.amount_cents - partialRefundCents - sumRefundCents(excludeFailedRefunds(unrequestedRefunds)),
    )
    if (!(await ensureRefunded(payment, 'refund', amountCents)) || hasPendingRefund(unrequestedRefunds)) return
    await db
      .updateTable('payment')
      .set({ status: 'refunded' })
      .where('id', '=', paymentRow.id)
      .where('status', '=', 'refund_due')
      .execute()
  }

  /** Attempts at the provider have ids of a common prefix and a number. */
  async function ensureRefunded(
    payment: ReceivedPayment,
    refundIdPrefix: string,
    amountCents: number,
  ): Promise<boolean> {
    const { charge, providerPayment, requestedRefunds } = payment
    const { refund } = requireProvider(charge)
    // A refund made by hand has no attempt id.
    const attempts = refund
      ? requestedRefunds.filter(({ id }) => isRefundAttempt(refundIdPrefix, id))
      : requestedRefunds
    const missingCents = amountCents - sumRefundCents(attempts.filter(({ status }) => status === 'returned'))
    if (missingCents <= 0) return true
    if (!refund || hasPendingRefund(attempts) || hasFailedRecently(providerPayment.receivedAt, attempts)) return false
    if (attempts.some(({ status }) => status === 'failed'))
      log.warn(
        { charge: charge.reference, provider: charge.provider, orderId: charge.order_id },
        'the payment provider could not carry out a refund',
      )
    const issuedRefund = await refund({
      charge: toChargeKey(charge),
      payment: providerPayment,
      id: `${refundIdPrefix}${providerPayment.refunds.filter(({ id }) => isRefundAttempt(refundIdPrefix, id)).length + 1}`,
      amountCents: missingCents,
      message: chargeTexts.refund(charge.order_id),
    })
    return issuedRefund.status === 'returned'
  }

  function hasFailedRecently(receivedAt: Date, attempts: ProviderRefund[]): boolean {
    const failedAttempts = attempts.filter(({ status }) => status === 'failed')
    const latestFailureMs = Math.max(...failedAttempts.map(({ requestedAt }) => (requestedAt ?? receivedAt).getTime()))
    return clock.now().getTime() - latestFailureMs < refundRetryDelayMs
  }
}

function excludeFailedRefunds(refunds: ProviderRefund[]): ProviderRefund[] {
  return refunds.filter(({ status }) => status !== 'failed')
}

function hasPendingRefund(refunds: ProviderRefund[]): boolean {
  return refunds.some(({ status }) => status === 'pending')
}
