import { charges } from '../../app/texts/charges.ts'
import type { Database } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { PaymentLog } from './bank-reports.ts'
import type { ChargeRow } from './payments.sql.ts'
import type { BankCharge, BankPix, NewBankRefund, PixBank } from './pix/pix-bank.ts'

/** A refund that failed at the bank is requested again after this time, in milliseconds. */
const refundPauseMs = 60 * 60_000

interface Parts {
  database: Database
  clock: Clock
  bank: PixBank
  log: PaymentLog
}

/** Refunds of Pix payments, through the bank that received them. */
export function openRefunds({ database: { query }, clock, bank, log }: Parts) {
  return { issueRefunds }

  /**
   * Refunds what is due of a charge's Pix. The next refund's id follows from the refunds the bank lists, so that two servers
   * request the same one.
   * @throws ShopError "payment.unavailable"
   */
  async function issueRefunds(own: ChargeRow, { pix: received }: BankCharge): Promise<void> {
    if (received.length === 0) return
    const due = await query
      .selectFrom('payment')
      .select('reference')
      .where(
        'reference',
        'in',
        received.map(({ endToEndId }) => endToEndId),
      )
      .where('status', '=', 'refund_due')
      .execute()
    for (const pix of received.filter(({ endToEndId }) => due.some(({ reference }) => reference === endToEndId))) {
      if (!(await isReturned(pix, own))) continue
      await query
        .updateTable('payment')
        .set({ status: 'refunded' })
        .where('reference', '=', pix.endToEndId)
        .where('status', '=', 'refund_due')
        .execute()
    }
  }

  async function isReturned(pix: BankPix, own: ChargeRow): Promise<boolean> {
    const statuses = pix.refunds.map(({ status }) => status)
    if (statuses.includes('returned')) return true
    if (statuses.includes('underWay') || hasFailedLately(pix)) return false
    if (statuses.includes('failed')) log.warn({ txid: own.txid }, 'the bank could not carry out a refund')
    const refund = await bank.refund(nextRefund(pix, own.order_id))
    return refund.status === 'returned'
  }

  function hasFailedLately({ receivedAt, refunds }: BankPix): boolean {
    const latest = Math.max(...refunds.map(({ requestedAt }) => (requestedAt ?? receivedAt).getTime()))
    return clock.now().getTime() - latest < refundPauseMs
  }
}

function nextRefund({ endToEndId, amountCents, refunds }: BankPix, orderId: number): NewBankRefund {
  return { endToEndId, id: `refund${refunds.length + 1}`, amountCents, message: charges.refund(orderId) }
}
