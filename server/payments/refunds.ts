import { charges } from '../../app/texts/charges.ts'
import type { Database } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { PaymentLog } from './bank-reports.ts'
import type { ChargeRow } from './payments.sql.ts'
import type { BankCharge, BankPix, BankRefund, PixBank } from './pix/pix-bank.ts'

/** A refund that failed at the bank is requested again after this time, in milliseconds. */
const refundPauseMs = 60 * 60_000

interface Parts {
  database: Database
  clock: Clock
  bank: PixBank
  log: PaymentLog
}

/** A refund as the shop wants it: its tries at the bank have ids that begin with `name`, and are counted. */
interface WantedRefund {
  name: string
  amountCents: number
}

/** Refunds of Pix payments, through the bank that received them: of the whole, or of parts for what was taken out. */
export function openRefunds({ database: { query }, clock, bank, log }: Parts) {
  return { issueRefunds }

  /**
   * Refunds what is due of a charge's Pix, parts first. The next refund's id follows from the refunds the bank lists, so that
   * two servers request the same one.
   * @throws ShopError "payment.unavailable"
   */
  async function issueRefunds(own: ChargeRow, { pix: received }: BankCharge): Promise<void> {
    for (const pix of received) {
      const parts = await query
        .selectFrom('partial_refund')
        .selectAll()
        .where('reference', '=', pix.endToEndId)
        .orderBy('id')
        .execute()
      for (const { id, amount_cents: amountCents } of parts.filter(({ status }) => status === 'due')) {
        if (!(await isReturned(pix, { name: `item${id}n`, amountCents }, own))) continue
        await query.updateTable('partial_refund').set({ status: 'refunded' }).where('id', '=', id).execute()
      }
      const partCents = parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      await refundWhole(pix, partCents, own)
    }
  }

  /** What is left of a Pix whose payment is due, once its parts are away. */
  async function refundWhole(pix: BankPix, partCents: number, own: ChargeRow): Promise<void> {
    const due = await query
      .selectFrom('payment')
      .select('reference')
      .where('reference', '=', pix.endToEndId)
      .where('status', '=', 'refund_due')
      .executeTakeFirst()
    const amountCents = pix.amountCents - partCents
    if (!due || (amountCents > 0 && !(await isReturned(pix, { name: 'refund', amountCents }, own)))) return
    await query
      .updateTable('payment')
      .set({ status: 'refunded' })
      .where('reference', '=', pix.endToEndId)
      .where('status', '=', 'refund_due')
      .execute()
  }

  async function isReturned(pix: BankPix, { name, amountCents }: WantedRefund, own: ChargeRow): Promise<boolean> {
    const tries = pix.refunds.filter(({ id }) => id.startsWith(name) && /^\d+$/.test(id.slice(name.length)))
    const statuses = tries.map(({ status }) => status)
    if (statuses.includes('returned')) return true
    if (statuses.includes('underWay') || hasFailedLately(pix.receivedAt, tries)) return false
    if (statuses.includes('failed')) log.warn({ txid: own.txid }, 'the bank could not carry out a refund')
    const refund = await bank.refund({
      endToEndId: pix.endToEndId,
      id: `${name}${tries.length + 1}`,
      amountCents,
      message: charges.refund(own.order_id),
    })
    return refund.status === 'returned'
  }

  function hasFailedLately(receivedAt: Date, tries: BankRefund[]): boolean {
    const latest = Math.max(...tries.map(({ requestedAt }) => (requestedAt ?? receivedAt).getTime()))
    return clock.now().getTime() - latest < refundPauseMs
  }
}
