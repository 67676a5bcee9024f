import type { Database, Transaction } from '../database/connection.ts'
import type { RefundReason } from '../database/schema.ts'
import type { Orders } from '../orders/orders.ts'
import type { DueRefund } from '../orders/steps.ts'

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
 * is marked for refund, and the customer told why.
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
    const reason = await whyNotCaptured(tx, orders, money)
    const outcome = reason === null ? 'captured' : 'refund_due'
    await tx
      .updateTable('payment')
      .set({ status: outcome, refund_reason: reason })
      .where('reference', '=', money.reference)
      .execute()
    if (reason !== null) await orders.reportReturn(tx, money.orderId, { amountCents: money.amountCents, reason })
    return outcome
  })
}

/** Marks the order as paid, or says why this payment cannot do so. */
async function whyNotCaptured(tx: Transaction, orders: Orders, money: IncomingPayment): Promise<RefundReason | null> {
  const { orderId, reference, amountCents, expectedCents, receivedAt } = money
  const isRight = amountCents === expectedCents
  if (isRight && (await orders.markPaid(tx, orderId, receivedAt))) return null
  const earlier = await tx
    .selectFrom('payment')
    .select('reference')
    .where('order_id', '=', orderId)
    .where('reference', '<>', reference)
    .where('refund_reason', 'is', null)
    .executeTakeFirst()
  if (earlier) return 'second'
  return isRight ? 'late' : 'amount'
}

/** Marks an order's captured payment for refund. The next round of jobs, on any server, refunds it if it was a Pix. */
export async function markRefundDue(tx: Transaction, orderId: number): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: 'refund_due' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .execute()
}

/** What of the payment that an order took is marked for refund, without the parts that went back before. */
export async function dueRefundOf(tx: Transaction, orderId: number): Promise<DueRefund> {
  const owed = await tx
    .selectFrom('payment')
    .select(['reference', 'amount_cents'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'refund_due')
    .where('refund_reason', 'is', null)
    .execute()
  const [payment] = owed
  const back = payment ? await goingBackOf(tx, payment.reference) : 0
  return {
    refundCents: Math.max(0, (payment?.amount_cents ?? 0) - back),
    refundByHand: owed.some(({ reference }) => isExternal(reference)),
  }
}

/** What of a payment goes back in parts, refunded or not, and what the bank returned of it by itself, in cents. */
export async function goingBackOf(tx: Transaction, reference: string): Promise<number> {
  const rows = [
    ...(await tx.selectFrom('partial_refund').select('amount_cents').where('reference', '=', reference).execute()),
    ...(await tx
      .selectFrom('bank_refund')
      .select('amount_cents')
      .where('reference', '=', reference)
      .where('status', '<>', 'failed')
      .execute()),
  ]
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
