import type { Database, Transaction } from '../database/connection.ts'
import type { Orders } from '../orders/orders.ts'

/** A payment received, reported by the bank or the provider. */
interface IncomingPayment {
  /** The payment's id at the bank or provider: each is recorded once. */
  reference: string
  orderId: number
  amountCents: number
  /** The order's total; any other amount is refunded. */
  expectedCents: number
  receivedAt: Date
}

/**
 * Records a payment. It is captured if it is the first one, of the right amount, for an order that awaits payment; any other
 * is marked for refund.
 * @returns the payment's status; null for one recorded before
 */
export function recordPayment(
  database: Database,
  orders: Orders,
  money: IncomingPayment,
): Promise<'captured' | 'refund_due' | null> {
  return database.transact(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('payment')
      .values({
        reference: money.reference,
        order_id: money.orderId,
        amount_cents: money.amountCents,
        status: 'refund_due',
        received_at: money.receivedAt.toISOString(),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return null
    if (money.amountCents !== money.expectedCents) return 'refund_due'
    if (!(await orders.markPaid(tx, money.orderId, money.receivedAt))) return 'refund_due'
    await tx.updateTable('payment').set({ status: 'captured' }).where('reference', '=', money.reference).execute()
    return 'captured'
  })
}

/** What has to be refunded for an order. */
export interface DueRefund {
  refundCents: number
  /** The operator must refund it by hand: the external page's provider has no API for refunds. */
  refundByHand: boolean
}

/** Marks an order's captured payment for refund. The next round of jobs, on any server, refunds it if it was a Pix. */
export async function markRefundDue(tx: Transaction, orderId: number): Promise<DueRefund> {
  const owed = await tx
    .updateTable('payment')
    .set({ status: 'refund_due' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .returning(['reference', 'amount_cents'])
    .execute()
  const parts = owed.length > 0 ? await partsOf(tx, orderId) : 0
  return {
    refundCents: owed.reduce((total, { amount_cents }) => total + amount_cents, 0) - parts,
    refundByHand: owed.some(({ reference }) => isExternal(reference)),
  }
}

/** What was marked for refund of an order's Pix in parts so far, refunded or not, in cents. */
async function partsOf(tx: Transaction, orderId: number): Promise<number> {
  const rows = await tx.selectFrom('partial_refund').select('amount_cents').where('order_id', '=', orderId).execute()
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

const externalPrefix = 'external:'

/** The `payment.reference` of a payment at the provider's page; a Pix has its end-to-end id there. */
export function externalReference(paymentId: string): string {
  return externalPrefix + paymentId
}

export function isExternal(reference: string): boolean {
  return reference.startsWith(externalPrefix)
}
