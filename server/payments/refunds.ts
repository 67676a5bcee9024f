import { charges } from '../../app/texts/charges.ts'
import type { Database } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { isTryOf, partName, sumOf } from './bank-refunds.ts'
import type { PaymentLog } from './bank-reports.ts'
import type { ChargeRow } from './payments.sql.ts'
import type { BankCharge, BankPix, BankRefund, PixBank } from './pix/pix-bank.ts'

/** A refund that failed at the bank is requested again after this time, in milliseconds. */
const refundPauseMs = 60 * 60_000

interface Deps {
  database: Database
  clock: Clock
  bank: PixBank
  log: PaymentLog
}

/** Refunds of Pix payments, through the bank that received them: of the whole, or of parts for what was taken out. */
export function createRefunds({ database: { query }, clock, bank, log }: Deps) {
  return { issueRefunds }

  /**
   * Refunds what is due of a charge's Pix, parts first. The next refund's id follows from the refunds the bank lists, so that
   * two servers request the same one. What the bank returned by itself is not returned once more.
   * @throws ShopError "payment.unavailable"
   */
  async function issueRefunds(charge: ChargeRow, { pix: received }: BankCharge): Promise<void> {
    for (const pix of received) {
      const [parts, recorded] = await Promise.all([partsOf(pix), foreignIdsOf(pix)])
      const foreign = pix.refunds.filter(({ id }) => recorded.has(id))
      const requested = pix.refunds.filter(({ id }) => !recorded.has(id))
      const payment = { ...pix, parts, foreign, requested, charge }
      await refundParts(payment)
      await refundWhole(payment)
    }
  }

  function partsOf({ endToEndId }: BankPix) {
    return query.selectFrom('partial_refund').selectAll().where('reference', '=', endToEndId).orderBy('id').execute()
  }

  async function foreignIdsOf({ endToEndId }: BankPix): Promise<Set<string>> {
    const rows = await query.selectFrom('bank_refund').select('refund_id').where('reference', '=', endToEndId).execute()
    return new Set(rows.map(({ refund_id }) => refund_id))
  }

  /** A part is never more than the bank still has of the Pix. */
  async function refundParts(pix: ReceivedPix): Promise<void> {
    const { parts, foreign, requested } = pix
    let leftCents = pix.amountCents - sumOf(goingBack(pix.refunds))
    for (const { id, amount_cents, status } of parts) {
      if (status !== 'due') continue
      const name = partName(id)
      const ownCents = sumOf(goingBack(requested.filter((refund) => isTryOf(name, refund.id))))
      const amountCents = Math.min(amount_cents, ownCents + leftCents)
      leftCents -= amountCents - ownCents
      // What the bank has under way may fail: then it is this part's again.
      if (amountCents < amount_cents && isUnsettled(foreign)) continue
      if (!(await ensureRefunded(pix, name, amountCents))) continue
      await query.updateTable('partial_refund').set({ status: 'refunded' }).where('id', '=', id).execute()
    }
  }

  /** What is left of a Pix whose payment is due, without its parts and what the bank returned by itself. */
  async function refundWhole(pix: ReceivedPix): Promise<void> {
    const { parts, foreign } = pix
    const due = await query
      .selectFrom('payment')
      .select('reference')
      .where('reference', '=', pix.endToEndId)
      .where('status', '=', 'refund_due')
      .executeTakeFirst()
    if (!due) return
    const partCents = parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const amountCents = Math.max(0, pix.amountCents - partCents - sumOf(goingBack(foreign)))
    if (!(await ensureRefunded(pix, 'refund', amountCents)) || isUnsettled(foreign)) return
    await query
      .updateTable('payment')
      .set({ status: 'refunded' })
      .where('reference', '=', pix.endToEndId)
      .where('status', '=', 'refund_due')
      .execute()
  }

  /** Tries at the bank have ids that begin with the refund's name, and are counted. */
  async function ensureRefunded(pix: ReceivedPix, name: string, amountCents: number): Promise<boolean> {
    const { charge } = pix
    const tries = pix.requested.filter(({ id }) => isTryOf(name, id))
    const missingCents = amountCents - sumOf(tries.filter(({ status }) => status === 'returned'))
    if (missingCents <= 0) return true
    if (isUnsettled(tries) || hasFailedLately(pix.receivedAt, tries)) return false
    if (tries.some(({ status }) => status === 'failed'))
      log.warn({ txid: charge.txid, orderId: charge.order_id }, 'the bank could not carry out a refund')
    const refund = await bank.refund({
      endToEndId: pix.endToEndId,
      id: `${name}${pix.refunds.filter(({ id }) => isTryOf(name, id)).length + 1}`,
      amountCents: missingCents,
      message: charges.refund(charge.order_id),
    })
    return refund.status === 'returned'
  }

  function hasFailedLately(receivedAt: Date, tries: BankRefund[]): boolean {
    const failed = tries.filter(({ status }) => status === 'failed')
    const latest = Math.max(...failed.map(({ requestedAt }) => (requestedAt ?? receivedAt).getTime()))
    return clock.now().getTime() - latest < refundPauseMs
  }
}

interface ReceivedPix extends BankPix {
  charge: ChargeRow
  parts: Row<'partial_refund'>[]
  /** Of its refunds, what the bank returned by itself, and what the shop asked for. */
  foreign: BankRefund[]
  requested: BankRefund[]
}

function goingBack(refunds: BankRefund[]): BankRefund[] {
  return refunds.filter(({ status }) => status !== 'failed')
}

function isUnsettled(refunds: BankRefund[]): boolean {
  return refunds.some(({ status }) => status === 'underWay')
}
