import type { Context } from '../context.ts'
import type { ProviderName } from '../ports/payment-provider.ts'
import { type ChargeRow, selectUnclearCharges } from './charges.sql.ts'

/** A charge of which money may have arrived, or gone back, that could not be read. */
export interface UnclearCharge {
  orderId: number
  provider: ProviderName
  reference: string
  amountCents: number
  since: Date
  reason: string
}

/** @param reason null: all of it was clear */
export async function recordReading(ctx: Context, charge: ChargeRow, reason: string | null): Promise<void> {
  if (charge.unclear_reason === reason) return
  const { reference, provider, order_id: orderId } = charge
  await ctx.db
    .updateTable('charge')
    .set({
      unclear_reason: reason,
      unclear_since: reason === null ? null : (charge.unclear_since ?? ctx.clock.now().toISOString()),
    })
    .where('reference', '=', reference)
    .execute()
  if (reason !== null && charge.unclear_since === null)
    ctx.log.warn(
      { charge: reference, provider, orderId, reason },
      'money may have arrived that the shop cannot read: look at the payment provider',
    )
}

/** Of one order, or of all. */
export async function listUnclearCharges(ctx: Context, orderId?: number): Promise<UnclearCharge[]> {
  const rows = await selectUnclearCharges(ctx, orderId)
  return rows.map(({ order_id, provider, reference, amount_cents, unclear_since, unclear_reason }) => ({
    orderId: order_id,
    provider,
    reference,
    amountCents: amount_cents,
    since: new Date(unclear_since ?? 0),
    reason: unclear_reason ?? '',
  }))
}

/** How many there are, and since when the oldest; null where there is none. */
export async function summarizeUnclearCharges(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  const charges = await selectUnclearCharges(ctx)
  const oldestSince = charges[0]?.unclear_since
  return { count: charges.length, oldestAt: oldestSince ? new Date(oldestSince) : null }
}
