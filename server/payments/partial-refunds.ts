import type { Transaction } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { isExternal } from './incoming.ts'

/**
 * Marks a part of an order's captured Pix for refund; the next round of jobs, on any server, refunds it.
 * @throws ShopError "removal.byHand" where the money came by the external page, whose provider has no API for refunds
 */
export async function markPartDue(tx: Transaction, clock: Clock, orderId: number, amountCents: number): Promise<void> {
  const payment = await tx
    .selectFrom('payment')
    .select('reference')
    .where('order_id', '=', orderId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
  if (!payment || isExternal(payment.reference)) throw new ShopError('removal.byHand')
  const { reference } = payment
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
