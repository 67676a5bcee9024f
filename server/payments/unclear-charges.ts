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
  if (charge.unclearReason === reason) return
  const { reference, provider, orderId } = charge
  await ctx.db
    .updateTable('charge')
    .set({
      unclearReason: reason,
      unclearAt: reason === null ? null : (charge.unclearAt ?? ctx.clock.now()),
    })
    .where('reference', '=', reference)
    .execute()
  if (reason !== null && charge.unclearAt === null)
    ctx.log.warn(
      { charge: reference, provider, orderId, reason },
      'money may have arrived that the shop cannot read: look at the payment provider',
    )
}

/** Of one order, or of all. */
export async function listUnclearCharges(ctx: Context, orderId?: number): Promise<UnclearCharge[]> {
  const rows = await selectUnclearCharges(ctx, orderId)
  return rows.map((charge) => ({
    orderId: charge.orderId,
    provider: charge.provider,
    reference: charge.reference,
    amountCents: charge.amountCents,
    since: charge.unclearAt ?? new Date(0),
    reason: charge.unclearReason ?? '',
  }))
}

/** How many there are, and since when the oldest; null where there is none. */
export async function summarizeUnclearCharges(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  const charges = await selectUnclearCharges(ctx)
  const oldestSince = charges[0]?.unclearAt
  return { count: charges.length, oldestAt: oldestSince ?? null }
}
