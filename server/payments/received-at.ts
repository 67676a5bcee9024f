import type { ProviderPayment } from '../ports/payment-provider.ts'
import type { ChargeRow } from './charges.sql.ts'

/** Milliseconds by which a provider's clock may differ from the shop's. */
const maxProviderClockSkewMs = 5 * 60_000

/**
 * When a payment was received. A provider's time that cannot be read, or cannot be right (before the charge was made, or in the
 * future, such as a local time that is written as UTC), is no time at all: orders are promised from it.
 * @returns null where the time of the reading counts
 */
export function findPlausibleReceivedAt(
  { receivedAt }: Pick<ProviderPayment, 'receivedAt'>,
  { createdAt }: Pick<ChargeRow, 'createdAt'>,
  now: Date,
): Date | null {
  if (!receivedAt) return null
  const isPlausible =
    receivedAt.getTime() >= createdAt.getTime() - maxProviderClockSkewMs &&
    receivedAt.getTime() <= now.getTime() + maxProviderClockSkewMs
  return isPlausible ? receivedAt : null
}
