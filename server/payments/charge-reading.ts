import type { Context } from '../context.ts'
import { isAtRest } from '../database/rest.ts'
import { endUnpaidOrder } from '../orders/order-commands.ts'
import { recordEventAndNotify } from '../orders/order-emails.ts'
import {
  type CallOptions,
  type ChargeSnapshot,
  findProviderError,
  type ProviderName,
  type ProviderPayment,
} from '../ports/payment-provider.ts'
import { requireProvider, requiresManualRefund } from '../receipts/providers.ts'
import {
  type ChargeRow,
  findActiveCharge,
  hasChargeInReview,
  hasUnclearCharge,
  markChargeUnusableUnlessPaid,
  toChargeKey,
} from './charges.sql.ts'
import { tryReachProvider } from './provider-caller.ts'
import { findPlausibleReceivedAt } from './received-at.ts'
import { recordPayment } from './received-payments.ts'
import { issueRefunds } from './refund-issuer.ts'
import { recordReading } from './unclear-charges.ts'
import { recordUnrequestedRefunds } from './unrequested-refunds.ts'

const jobActor = { kind: 'job' } as const

/**
 * Ends an order whose time to pay is over. It stays, with its stock, while what its provider answers cannot be understood: money may
 * have arrived.
 * @param unavailableProviders the providers found unavailable so far, which are not called: the order expires anyway
 */
export async function expireOrder(
  ctx: Context,
  orderId: number,
  unavailableProviders: Set<ProviderName> = new Set(),
): Promise<void> {
  const charge = await findActiveCharge(ctx, orderId)
  if (
    charge &&
    !unavailableProviders.has(charge.provider) &&
    !(await tryReachProvider(ctx, charge, () => closeAndRefreshCharge(ctx, charge)))
  )
    unavailableProviders.add(charge.provider)
  if (await hasUnclearCharge(ctx, orderId)) return
  await ctx.transact(async (ctx) => {
    if ((await endUnpaidOrder(ctx, orderId, 'expire', jobActor)) && (await hasChargeInReview(ctx, orderId)))
      await recordEventAndNotify(ctx, { orderId, kind: 'expireInReview', by: jobActor }, 'orderExpiredInReview')
  })
}

/** Closes the charge before reading it, so that no payment can arrive in between. One that cannot be closed is read, too. */
export async function closeAndRefreshCharge(ctx: Context, charge: ChargeRow): Promise<void> {
  let refusal: unknown
  try {
    await requireProvider(ctx, charge).closeCharge(toChargeKey(charge))
  } catch (error) {
    if (findProviderError(error)?.isUnavailable !== false) throw error
    refusal = error
  }
  if (refusal === undefined) return refreshCharge(ctx, charge)
  // Still open, it may take money after this: it is not marked as read.
  await readAndApplyCharge(ctx, charge)
  throw refusal
}

export async function refreshCharge(ctx: Context, charge: ChargeRow, options?: CallOptions): Promise<void> {
  const requestedAt = ctx.clock.now()
  await readAndApplyCharge(ctx, charge, options)
  await markPolled(ctx, charge.reference, requestedAt)
}

async function readAndApplyCharge(ctx: Context, charge: ChargeRow, options?: CallOptions): Promise<void> {
  const snapshot = await readCharge(ctx, charge, options)
  if (snapshot) await applySnapshot(ctx, charge, snapshot)
  else await recordReading(ctx, charge, null)
}

/** An answer that cannot be understood leaves open whether a charge was paid that somebody has seen and whose time is over. */
async function readCharge(ctx: Context, charge: ChargeRow, options?: CallOptions): Promise<ChargeSnapshot | null> {
  try {
    return await requireProvider(ctx, charge).readCharge(toChargeKey(charge), options)
  } catch (error) {
    const providerError = findProviderError(error)
    const mayBePaid = charge.payable !== null && (charge.state === 'open' || charge.state === 'in_review')
    if (providerError?.isUnreadable && mayBePaid && charge.expiresAt <= ctx.clock.now())
      await recordReading(ctx, charge, providerError.message)
    throw error
  }
}

export async function markPolled(ctx: Context, reference: string, polledAt: Date): Promise<void> {
  await ctx.db.updateTable('charge').set({ checkedAt: polledAt }).where('reference', '=', reference).execute()
}

export async function applySnapshot(
  ctx: Context,
  charge: ChargeRow,
  { state, payments, unclearReason }: ChargeSnapshot,
): Promise<void> {
  const { reference } = charge
  await recordReading(ctx, charge, unclearReason ?? null)
  for (const payment of payments) await recordReceivedPayment(ctx, charge, payment)
  for (const payment of payments) await recordUnrequestedRefunds(ctx, charge, payment)
  if (state !== charge.state)
    await ctx.db.updateTable('charge').set({ state }).where('reference', '=', reference).execute()
  // One that is not clear neither ends its order nor makes room for another charge.
  if (unclearReason === undefined && state === 'refused') await applyDecline(ctx, charge)
  if (unclearReason === undefined && state === 'closed') await markChargeUnusableUnlessPaid(ctx, charge)
  // Money is given back once, by the shop that a restored copy may stand beside.
  if (!(await isAtRest(ctx))) await tryReachProvider(ctx, charge, () => issueRefunds(ctx, charge, payments))
}

async function recordReceivedPayment(ctx: Context, charge: ChargeRow, payment: ProviderPayment): Promise<void> {
  const { reference, provider, orderId } = charge
  const now = ctx.clock.now()
  const plausibleReceivedAt = findPlausibleReceivedAt(payment, charge, now)
  const outcome = await recordPayment(ctx, {
    charge,
    payment: { ...payment, receivedAt: plausibleReceivedAt ?? now },
  })
  if (outcome !== null && plausibleReceivedAt === null)
    ctx.log.warn({ charge: reference, provider, orderId }, 'a payment has no plausible time: it counts as received now')
  if (outcome === 'refund_due' && requiresManualRefund(ctx, provider))
    ctx.log.warn({ orderId, reference: payment.reference }, 'a refund is due at the payment provider')
}

/** Some providers report an abandoned charge as refused, which must not end its order. */
async function applyDecline(ctx: Context, charge: ChargeRow): Promise<void> {
  const { reference, orderId, expiresAt } = charge
  const row = await ctx.db.selectFrom('charge').select('isSpent').where('reference', '=', reference).executeTakeFirst()
  if (row?.isSpent) return
  // An order goes on without a change that is not paid.
  if (charge.surchargeId !== null) return markChargeUnusableUnlessPaid(ctx, charge)
  if (expiresAt <= ctx.clock.now()) await endUnpaidOrder(ctx, orderId, 'expire', jobActor)
  else if (requireProvider(ctx, charge).isDeclineFinal) await endUnpaidOrder(ctx, orderId, 'fail', { kind: 'bank' })
  else await markChargeUnusableUnlessPaid(ctx, charge)
}
