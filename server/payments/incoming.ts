import type { Database, Transaction } from '../database/connection.ts'
import type { Orders } from '../orders/orders.ts'

/** A payment received, whichever way the shop learned of it. */
interface IncomingMoney {
  /** The payment's id at the bank or provider: each is taken once. */
  reference: string
  orderId: number
  amountCents: number
  /** What the order asks for; anything else goes back. */
  expectedCents: number
  receivedAt: Date
}

/**
 * Records a payment. It is captured if it is the first one, of the right amount, for an order that awaits payment; any other
 * money is to be refunded.
 * @returns the payment's status; null for one recorded before
 */
export function takeMoney(
  database: Database,
  orders: Orders,
  money: IncomingMoney,
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

/** What is to be given back for an order. */
export interface OwedRefund {
  refundCents: number
  /** The operator must refund it by hand: the external page's provider has no API for refunds. */
  refundByHand: boolean
}

/** What was captured for an order is to be given back: the next round of jobs does it, in whatever server, where it can. */
export async function oweRefund(tx: Transaction, orderId: number): Promise<OwedRefund> {
  const owed = await tx
    .updateTable('payment')
    .set({ status: 'refund_due' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .returning(['reference', 'amount_cents'])
    .execute()
  return {
    refundCents: owed.reduce((total, { amount_cents }) => total + amount_cents, 0),
    refundByHand: owed.some(({ reference }) => isExternal(reference)),
  }
}

const externalPrefix = 'external:'

/** The name in the shop's books of a payment made at the provider's page; a Pix has its end-to-end id there. */
export function externalReference(paymentId: string): string {
  return externalPrefix + paymentId
}

export function isExternal(reference: string): boolean {
  return reference.startsWith(externalPrefix)
}
