/**
 * Payments through any provider. Only the provider's own response about a charge counts, whatever triggered the request. Every step
 * may be repeated, late, run by two servers at once, or interrupted by a failure of the provider.
 */
import type { Context } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import { endUnpaidOrder } from '../orders/order-commands.ts'
import { getOrder } from '../orders/order-queries.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { findProviderError, type IncomingWebhook, type ProviderName } from '../ports/payment-provider.ts'
import { requireProvider } from '../receipts/providers.ts'
import { closeAndRefreshCharge, expireOrder, markPolled, refreshCharge } from './charge-reading.ts'
import { type ChargeRow, findActiveCharge, hasUnclearCharge } from './charges.sql.ts'
import { callWithErrorLog, tryReachProvider } from './provider-caller.ts'
import { createRunCoalescer } from './run-coalescer.ts'

export type PaymentStatus = 'paid' | 'pending' | 'expired' | 'failed' | 'cancelled'

/** Minimum time between two requests to the provider about one charge while pages poll. "Já paguei" polls at once. */
const minPollIntervalSeconds = 0.3
/** More milliseconds than the clocks of two servers differ by. */
const maxClockSkewMs = 60_000
/** Unknown charges of one webhook call that get a line in the log: strangers must not fill it. */
const maxLoggedUnknownCharges = 10

/** Of this process: when a webhook was last called, and how many entries were odd or named no charge of the shop. */
const createWebhookStats = () => ({ lastCallAt: null as Date | null, invalidCount: 0, unknownChargeCount: 0 })

export function getWebhookStats(ctx: Context) {
  return { ...ctx.memory(createWebhookStats) }
}

/**
 * The payment status of an order. While it is pending the provider is asked, at most every `minPollIntervalSeconds`
 * unless the shopper requests it (`force`); one that does not respond changes nothing. An order past its deadline expires here.
 */
export async function checkPaymentStatus(
  ctx: Context,
  customerId: number,
  orderId: number,
  { force }: { force: boolean },
): Promise<PaymentStatus> {
  const order = await getOrder(ctx, customerId, orderId)
  if (order.doorTerms) return 'pending'
  if (order.status !== 'pending_payment') return toPaymentStatus(order.status)
  if (order.paymentDueAt > ctx.clock.now()) await pollCharge(ctx, orderId, { force })
  // One that waits for its charge to become clear is left to the rounds, which read that.
  else if (force || !(await hasUnclearCharge(ctx, orderId))) await expireOrder(ctx, orderId)
  return toPaymentStatus((await getOrder(ctx, customerId, orderId)).status)
}

/**
 * Uses a call to a webhook only as a hint: each charge that is ours is read from its provider. So whatever it says, and however many
 * calls come at once, a charge is read once at a time. An invalid, unknown or refused entry does not stop the others.
 * @returns what became of the call; `unknown`: it names charges, and none of them is the shop's
 * @throws ShopError "payment.unavailable", so that the provider calls again
 */
export async function handleWebhook(
  ctx: Context,
  name: ProviderName,
  webhook: IncomingWebhook,
): Promise<'processed' | 'unknown' | 'forged' | 'otherMode' | 'malformed'> {
  const provider = requireProvider(ctx, { provider: name })
  const notification = await provider.handleWebhook(webhook)
  if (notification === 'otherMode')
    ctx.log.warn(
      { provider: name },
      ctx.settings.isSandbox
        ? 'a payment provider’s real account calls a sandbox: its notification is refused'
        : 'a payment provider’s test account calls a live shop: its notification is refused',
    )
  if (typeof notification === 'string') return notification
  const { references, providerIds = [], invalidCount = 0, isMalformed = false } = notification
  const webhookStats = ctx.memory(createWebhookStats)
  webhookStats.lastCallAt = ctx.clock.now()
  webhookStats.invalidCount += invalidCount
  const names = [name, ...(provider.webhookPartners ?? [])]
  const charges = await loadNotifiedCharges(ctx, names, references, providerIds)
  await refreshCharges(ctx, charges)
  if (isMalformed) return 'malformed'
  return charges.length === 0 && references.length + providerIds.length > 0 ? 'unknown' : 'processed'
}

/** @throws the first failure, after the others were read as well */
async function refreshCharges(ctx: Context, charges: ChargeRow[]): Promise<void> {
  let firstError: unknown
  for (const charge of charges) {
    try {
      await callWithErrorLog(ctx, charge, () =>
        ctx.memory(createRunCoalescer).run(charge.reference, () => refreshCharge(ctx, charge)),
      )
    } catch (error) {
      firstError ??= error
      // An unavailable provider would not answer about the others either.
      if (findProviderError(error)?.isUnavailable !== false) break
    }
  }
  if (firstError !== undefined) throw firstError
}

/** After a restore the database may lack charges that the provider has; strangers may name any. */
async function loadNotifiedCharges(
  ctx: Context,
  names: ProviderName[],
  references: string[],
  providerIds: string[],
): Promise<ChargeRow[]> {
  const charges: ChargeRow[] = []
  for (const [column, ids] of [
    ['reference', references],
    ['providerId', providerIds],
  ] as const)
    for (const batch of splitIntoBatches(ids))
      charges.push(
        ...(await ctx.db
          .selectFrom('charge')
          .selectAll()
          .where('provider', 'in', names)
          .where(column, 'in', batch)
          .execute()),
      )
  const knownIds = new Set(charges.flatMap(({ reference, providerId }) => [reference, providerId]))
  const unknownIds = [...references, ...providerIds].filter((id) => !knownIds.has(id))
  ctx.memory(createWebhookStats).unknownChargeCount += unknownIds.length
  for (const charge of unknownIds.slice(0, maxLoggedUnknownCharges))
    ctx.log.warn({ charge, provider: names[0] }, 'the payment provider tells of a charge that the shop does not know')
  return charges
}

/**
 * Cancels a customer's unpaid order at their request, and returns its stock. The provider is asked first, since a paid
 * order must not be cancelled. A payment that arrives afterwards is refunded.
 */
export async function cancelUnpaidOrder(ctx: Context, customerId: number, orderId: number): Promise<void> {
  await getOrder(ctx, customerId, orderId)
  await pollCharge(ctx, orderId, { force: true })
  const by = { kind: 'customer', id: customerId } as const
  const { doorTerms } = await getOrder(ctx, customerId, orderId)
  if (!(await endUnpaidOrder(ctx, orderId, doorTerms ? 'cancelPaid' : 'cancelUnpaid', by)))
    throw new ShopError('order.notCancellable')
  const charge = await findActiveCharge(ctx, orderId)
  if (charge) await tryReachProvider(ctx, charge, () => closeAndRefreshCharge(ctx, charge))
}

/** A charge that nobody has seen cannot be paid: asking about it would only prolong the wait for a provider that hangs. */
export async function pollCharge(
  ctx: Context,
  orderId: number,
  { force, surchargeId = null }: { force: boolean; surchargeId?: number | null },
): Promise<void> {
  const charge = await findActiveCharge(ctx, orderId, surchargeId)
  // A forced poll ignores the poll interval, since another server's clock, or this one before it was set back, may differ.
  if (!charge?.payable || !(force || (await claimPoll(ctx, charge.reference)))) return
  const isProviderAvailable = await tryReachProvider(ctx, charge, () =>
    refreshCharge(ctx, charge, { signal: ctx.settings.createProviderDeadline() }),
  )
  // The page that follows does not wait for the same provider again. Once the charge has expired, only a snapshot from the provider counts.
  const now = ctx.clock.now()
  if (!isProviderAvailable && now < charge.expiresAt) await markPolled(ctx, charge.reference, now)
}

/** Claims the next request to the provider, so that of concurrent ones, on any server, only one is made. */
async function claimPoll(ctx: Context, reference: string): Promise<boolean> {
  const now = ctx.clock.now()
  const latestPollableAt = new Date(now.getTime() - minPollIntervalSeconds * 1000)
  // A poll time in the future means that the clock was set back: it must not block the next poll.
  const latestPlausibleAt = new Date(now.getTime() + maxClockSkewMs)
  const { numUpdatedRows } = await ctx.db
    .updateTable('charge')
    .set({ checkedAt: now })
    .where('reference', '=', reference)
    // A claim is no snapshot: after the expiry it would be mistaken for one.
    .where('expiresAt', '>', now)
    .where((eb) =>
      eb.or([
        eb('checkedAt', 'is', null),
        eb('checkedAt', '<=', latestPollableAt),
        eb('checkedAt', '>', latestPlausibleAt),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function toPaymentStatus(status: OrderStatus): PaymentStatus {
  switch (status) {
    case 'pending_payment':
      return 'pending'
    case 'expired':
    case 'failed':
    case 'cancelled':
      return status
    case 'refunded':
      return 'cancelled'
    default:
      return 'paid'
  }
}
