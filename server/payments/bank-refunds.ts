import type { Database, Transaction } from '../database/connection.ts'
import type { BankRefundStatus } from '../database/schema.ts'
import type { Orders } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import type { PaymentLog } from './bank-reports.ts'
import type { ChargeRow } from './payments.sql.ts'
import type { BankPix } from './pix/pix-bank.ts'

interface Deps {
  database: Database
  clock: Clock
  orders: Pick<Orders, 'stopReturned'>
  log: PaymentLog
}

/** A refund that nobody here asked for. */
interface ForeignRefund {
  reference: string
  orderId: number
  refundId: string
  amountCents: number
  status: BankRefundStatus
}

const statuses = { underWay: 'under_way', returned: 'returned', failed: 'failed' } as const

/** What a bank returns of a Pix by itself, in its own application or by the rules of the Pix. */
export function createBankRefunds({ database, clock, orders, log }: Deps) {
  return { recordForeign }

  /**
   * Records what was returned of a Pix without the shop's asking. An order whose payment came back whole is stopped while it is
   * in the shop.
   */
  async function recordForeign(charge: ChargeRow, pix: BankPix): Promise<void> {
    if (pix.refunds.length === 0) return
    const isNew = await database.transact(async (tx) => {
      const foreign = await foreignOf(tx, pix)
      let isNew = false
      for (const { id, amountCents, status } of foreign) {
        const refund = { reference: pix.endToEndId, refundId: id, amountCents, status: statuses[status] }
        isNew = (await recordForeignRefund(tx, clock, { ...refund, orderId: charge.order_id })) || isNew
      }
      const returnedCents = sumOf(pix.refunds.filter(({ status }) => status === 'returned'))
      if (foreign.length > 0 && returnedCents >= pix.amountCents)
        await settleReturned(tx, orders, charge.order_id, pix.endToEndId)
      return isNew
    })
    if (isNew)
      log.warn(
        { txid: charge.txid, orderId: charge.order_id },
        'the bank returned money that the shop did not ask it to',
      )
  }

  /** Those with an id that the shop never gave, and those of a refund that this database knows nothing of. */
  async function foreignOf(tx: Transaction, { endToEndId, refunds }: BankPix) {
    const [payment, parts, recorded] = [
      await tx.selectFrom('payment').select('status').where('reference', '=', endToEndId).executeTakeFirst(),
      await tx.selectFrom('partial_refund').select('id').where('reference', '=', endToEndId).execute(),
      await tx.selectFrom('bank_refund').select('refund_id').where('reference', '=', endToEndId).execute(),
    ]
    const isWholeDue = payment !== undefined && payment.status !== 'captured'
    const isOwn = (id: string) =>
      isTryOf('refund', id) ? isWholeDue : parts.some((part) => isTryOf(partName(part.id), id))
    return refunds.filter(({ id }) => recorded.some(({ refund_id }) => refund_id === id) || !isOwn(id))
  }
}

/** How the tries of a refund of a part are named at the bank; those of the rest begin with "refund". */
export function partName(id: number): string {
  return `item${id}n`
}

/** Whether the bank's id is that of a try of the shop's own: its name and a number. */
export function isTryOf(name: string, id: string): boolean {
  return id.startsWith(name) && /^\d+$/.test(id.slice(name.length))
}

/** @returns whether nothing was known of it */
export async function recordForeignRefund(tx: Transaction, clock: Clock, refund: ForeignRefund): Promise<boolean> {
  const { reference, refundId, orderId, amountCents, status } = refund
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_refund')
    .values({
      reference,
      refund_id: refundId,
      order_id: orderId,
      amount_cents: amountCents,
      status,
      noticed_at: clock.now().toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['reference', 'refund_id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  await tx
    .updateTable('bank_refund')
    .set({ status })
    .where('reference', '=', reference)
    .where('refund_id', '=', refundId)
    .where('status', '<>', status)
    .execute()
  return false
}

/** A captured payment that is back with its payer: nothing is owed any more, and its order goes no further. */
export async function settleReturned(
  tx: Transaction,
  orders: Pick<Orders, 'stopReturned'>,
  orderId: number,
  reference: string,
): Promise<void> {
  const captured = await tx
    .selectFrom('payment')
    .select('reference')
    .where('reference', '=', reference)
    .where('status', '=', 'captured')
    .executeTakeFirst()
  if (!captured) return
  await orders.stopReturned(tx, orderId)
  await tx
    .updateTable('payment')
    .set({ status: 'refunded' })
    .where('reference', '=', reference)
    .where('status', '=', 'captured')
    .execute()
}

/** What of an amount is on its way back or arrived, in cents. */
export function sumOf(refunds: { amountCents: number }[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
