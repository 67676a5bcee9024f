import { charges } from '../../app/texts/charges.ts'
import type { Database } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { type ChargeRow, keyOf } from './charges.sql.ts'
import { isTryOf, partName, sumOf } from './foreign-refunds.ts'
import type { PaymentProvider, ReadPayment, ReadRefund } from './provider.ts'
import type { PaymentLog } from './provider-log.ts'

/** A refund that failed at the provider is requested again after this time, in milliseconds. */
const refundPauseMs = 60 * 60_000

interface Deps {
  database: Database
  clock: Clock
  providerOf: (charge: ChargeRow) => PaymentProvider
  log: PaymentLog
}

interface ReceivedPayment {
  read: ReadPayment
  row: Row<'payment'>
  charge: ChargeRow
  parts: Row<'partial_refund'>[]
  /** Of its refunds, what was returned without the shop's asking, and what the shop asked for. */
  foreign: ReadRefund[]
  requested: ReadRefund[]
}

/** Refunds of payments, through the provider that received them: of the whole, or of parts for what was taken out. */
export function createRefunds({ database: { db }, clock, providerOf, log }: Deps) {
  return { issueRefunds }

  /**
   * Refunds what is due of a charge's payments, parts first. The next refund's id follows from the refunds the provider lists, so that
   * two servers request the same one. What was returned without the shop's asking is not returned once more.
   * @throws ShopError "payment.unavailable"
   */
  async function issueRefunds(charge: ChargeRow, payments: ReadPayment[]): Promise<void> {
    for (const read of payments) {
      const row = await db
        .selectFrom('payment')
        .selectAll()
        .where('provider', '=', charge.provider)
        .where('reference', '=', read.reference)
        .where('order_id', '=', charge.order_id)
        .executeTakeFirst()
      if (!row) continue
      const [parts, recorded] = await Promise.all([partsOf(row.id), foreignIdsOf(row.id)])
      const foreign = read.refunds.filter(({ id }) => recorded.has(id))
      const requested = read.refunds.filter(({ id }) => !recorded.has(id))
      const payment = { read, row, parts, foreign, requested, charge }
      await refundParts(payment)
      await refundWhole(payment)
    }
  }

  function partsOf(paymentId: number) {
    return db.selectFrom('partial_refund').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
  }

  async function foreignIdsOf(paymentId: number): Promise<Set<string>> {
    const rows = await db.selectFrom('bank_refund').select('refund_id').where('payment_id', '=', paymentId).execute()
    return new Set(rows.map(({ refund_id }) => refund_id))
  }

  /** A part is never more than the provider still has of the payment. */
  async function refundParts(payment: ReceivedPayment): Promise<void> {
    const { read, row, parts, foreign, requested } = payment
    let leftCents = row.amount_cents - sumOf(goingBack(read.refunds))
    for (const { id, amount_cents, status } of parts) {
      if (status !== 'due') continue
      const name = partName(id)
      const ownCents = sumOf(goingBack(requested.filter((refund) => isTryOf(name, refund.id))))
      const amountCents = Math.min(amount_cents, ownCents + leftCents)
      leftCents -= amountCents - ownCents
      // What the bank has under way may fail: then it is this part's again.
      if (amountCents < amount_cents && isUnsettled(foreign)) continue
      if (!(await ensureRefunded(payment, name, amountCents))) continue
      await db.updateTable('partial_refund').set({ status: 'refunded' }).where('id', '=', id).execute()
    }
  }

  /** What is left of a payment that is due, without its parts and what was returned without the shop's asking. */
  async function refundWhole(payment: ReceivedPayment): Promise<void> {
    const { row, parts, foreign } = payment
    if (row.status !== 'refund_due') return
    const partCents = parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const amountCents = Math.max(0, row.amount_cents - partCents - sumOf(goingBack(foreign)))
    if (!(await ensureRefunded(payment, 'refund', amountCents)) || isUnsettled(foreign)) return
    await db
      .updateTable('payment')
      .set({ status: 'refunded' })
      .where('id', '=', row.id)
      .where('status', '=', 'refund_due')
      .execute()
  }

  /** Tries at the provider have ids that begin with the refund's name, and are counted. */
  async function ensureRefunded(payment: ReceivedPayment, name: string, amountCents: number): Promise<boolean> {
    const { charge, read, requested } = payment
    const { refund } = providerOf(charge)
    // A person names no tries.
    const tries = refund ? requested.filter(({ id }) => isTryOf(name, id)) : requested
    const missingCents = amountCents - sumOf(tries.filter(({ status }) => status === 'returned'))
    if (missingCents <= 0) return true
    if (!refund || isUnsettled(tries) || hasFailedLately(read.receivedAt, tries)) return false
    if (tries.some(({ status }) => status === 'failed'))
      log.warn(
        { charge: charge.reference, provider: charge.provider, orderId: charge.order_id },
        'the payment provider could not carry out a refund',
      )
    const requestedNow = await refund({
      charge: keyOf(charge),
      payment: read,
      id: `${name}${read.refunds.filter(({ id }) => isTryOf(name, id)).length + 1}`,
      amountCents: missingCents,
      message: charges.refund(charge.order_id),
    })
    return requestedNow.status === 'returned'
  }

  function hasFailedLately(receivedAt: Date, tries: ReadRefund[]): boolean {
    const failed = tries.filter(({ status }) => status === 'failed')
    const latest = Math.max(...failed.map(({ requestedAt }) => (requestedAt ?? receivedAt).getTime()))
    return clock.now().getTime() - latest < refundPauseMs
  }
}

function goingBack(refunds: ReadRefund[]): ReadRefund[] {
  return refunds.filter(({ status }) => status !== 'failed')
}

function isUnsettled(refunds: ReadRefund[]): boolean {
  return refunds.some(({ status }) => status === 'underWay')
}
