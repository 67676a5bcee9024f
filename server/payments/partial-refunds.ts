import type { Transaction } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { goingBackOf, isExternal } from './incoming.ts'

/**
 * Cents of an order's captured payment that did not go back yet, nor are on their way. What came by the external page goes back
 * by hand, and only whole.
 */
export async function leftToReturn(query: Transaction, orderId: number): Promise<{ cents: number; isByHand: boolean }> {
  const payment = await query
    .selectFrom('payment')
    .select(['reference', 'amount_cents'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
  if (!payment) return { cents: 0, isByHand: false }
  const cents = Math.max(0, payment.amount_cents - (await goingBackOf(query, payment.reference)))
  return { cents, isByHand: isExternal(payment.reference) }
}

/**
 * Marks a part of an order's captured Pix for refund; the next round of jobs, on any server, refunds it.
 * @throws ShopError "removal.byHand" where the money came by the external page, whose provider has no API for refunds;
 *   "removal.returned" where the bank has returned so much by itself that this is no more in the Pix
 */
export async function markPartDue(tx: Transaction, clock: Clock, orderId: number, amountCents: number): Promise<void> {
  const payment = await tx
    .selectFrom('payment')
    .select(['reference', 'amount_cents'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
  if (!payment || isExternal(payment.reference)) throw new ShopError('removal.byHand')
  const { reference } = payment
  if (payment.amount_cents - (await goingBackOf(tx, reference)) < amountCents) throw new ShopError('removal.returned')
  await tx
    .insertInto('partial_refund')
    .values({
      order_id: orderId,
      reference,
      amount_cents: amountCents,
      status: 'due',
      created_at: clock.now().toISOString(),
    })
    .execute()
}
