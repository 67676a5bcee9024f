import type { Context } from '../context.ts'
import { listPaymentOverdueOrderIds } from '../orders/order-commands.ts'
import { listVoidOrderIds } from '../orders/order-queries.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { forEachIsolated } from '../platform/for-each-isolated.ts'
import type { PaymentProvider, ProviderName } from '../ports/payment-provider.ts'
import { closeAndRefreshCharge, expireOrder, markPolled, refreshCharge } from './charge-reading.ts'
import {
  type ChargeRow,
  selectChargesUncheckedSinceExpiry,
  selectChargesWithDueRefund,
  selectDisputedCharges,
  selectPaidCharges,
  selectUnattendedCharges,
  selectUnclearCharges,
} from './charges.sql.ts'
import { tryReachProvider } from './provider-caller.ts'
import { refundRetryDelayMs } from './refund-issuer.ts'

const dayMs = 24 * 60 * 60_000
/** Milliseconds after an order's end for which its charge is still checked, if the provider was unavailable at that moment. */
const reconciliationWindowMs = dayMs
/** Milliseconds for which a charge that was abandoned for another method may still take money, and is polled. */
const abandonedWindowMs = 10 * dayMs
/** Milliseconds between two requests about a charge that nobody waits for; the longer it lasts, the longer they are apart. */
const unattendedPollIntervalMs = 10 * 60_000
const pollsPerLifetime = 48
/** Milliseconds between two refreshes of a payment that may still be taken back. */
const paidRefreshIntervalMs = 7 * dayMs
/** Each keeps one round short. */
const maxOrdersPerRound = 100
const maxChargesPerRound = 20
export const maxPaidChargesPerRound = 100

/** What this process tried lately, by its rounds. */
const createLastTries = () => ({
  /** By order, when a round last tried in vain to end it. */
  expiryMsByOrderId: new Map<number, number>(),
  /** By reference: when a round last polled a charge that the provider refused to return, or whose refund is still due. */
  unsettledPollMsByReference: new Map<string, number>(),
  /** By reference: when a round last failed to refresh a paid charge. */
  failedRefreshMsByReference: new Map<string, number>(),
})

/**
 * Expires the orders whose payment deadline has passed, each after asking the provider a last time, and completes what a
 * failing provider left unfinished: unnoticed payments, refunds still due. Called periodically, by any number of servers.
 * @throws RoundError with the orders and charges that failed, after all were tried
 */
export async function expireOrdersAndSettleCharges(ctx: Context): Promise<void> {
  /** Stock must not wait for a provider that is away: its charges are read when it is available again. */
  const unavailableProviders = new Set<ProviderName>()
  const phases = [
    { name: 'expiry', run: expireOverdueOrders },
    { name: 'settlement', run: settleCharges },
  ]
  await forEachIsolated(
    phases,
    ({ name }) => name,
    ({ run }) => run(ctx, unavailableProviders),
  )
}

async function expireOverdueOrders(ctx: Context, unavailableProviders: Set<ProviderName>): Promise<void> {
  const lastTries = ctx.memory(createLastTries)
  const orderIds = await listOverdueOrderIds(ctx)
  const nowMs = ctx.clock.now().getTime()
  await forEachIsolated(
    orderIds,
    (orderId) => `order ${orderId}`,
    async (orderId) => {
      lastTries.expiryMsByOrderId.set(orderId, nowMs)
      await expireOrder(ctx, orderId, unavailableProviders)
      lastTries.expiryMsByOrderId.delete(orderId)
    },
  )
}

/** Without those that wait for a charge to become clear, which is read with the unsettled ones. */
async function listOverdueOrderIds(ctx: Context): Promise<number[]> {
  const lastTries = ctx.memory(createLastTries)
  const unclearOrderIds = new Set((await selectUnclearCharges(ctx)).map(({ orderId }) => orderId))
  const orderIds = (await listPaymentOverdueOrderIds(ctx)).filter((id) => !unclearOrderIds.has(id))
  lastTries.expiryMsByOrderId = keepOnly(lastTries.expiryMsByOrderId, orderIds)
  const getLastAttemptMs = (id: number) => lastTries.expiryMsByOrderId.get(id) ?? 0
  return orderIds.sort((a, b) => getLastAttemptMs(a) - getLastAttemptMs(b)).slice(0, maxOrdersPerRound)
}

async function settleCharges(ctx: Context, unavailableProviders: Set<ProviderName>): Promise<void> {
  const lastTries = ctx.memory(createLastTries)
  await forEachIsolated(await listUnsettledCharges(ctx), nameCharge, async (charge) => {
    if (unavailableProviders.has(charge.provider)) return
    const previousPollMs = lastTries.unsettledPollMsByReference.get(charge.reference) ?? 0
    lastTries.unsettledPollMsByReference.set(charge.reference, ctx.clock.now().getTime())
    if (await tryReachProvider(ctx, charge, () => settleCharge(ctx, charge))) return
    unavailableProviders.add(charge.provider)
    lastTries.unsettledPollMsByReference.set(charge.reference, previousPollMs)
  })
}

/**
 * Charges to be read again, the least recently checked first: those of orders that ended unpaid lately and were not read after
 * their end, those that could not be understood, those that nobody waits for any more, and those of orders with a refund due. One
 * that its provider refuses to return goes behind the others, so that these get their turn, however many are refused.
 */
async function listUnsettledCharges(ctx: Context): Promise<ChargeRow[]> {
  const lastTries = ctx.memory(createLastTries)
  const now = ctx.clock.now()
  const nowMs = now.getTime()
  const earliestEndAt = new Date(nowMs - reconciliationWindowMs)
  const unattendedCharges = await selectUnattendedCharges(ctx, {
    checkedBefore: new Date(nowMs - unattendedPollIntervalMs),
    abandonedSince: new Date(nowMs - abandonedWindowMs),
  })
  const rows = [
    ...(await selectChargesWithDueRefund(ctx, { refusedBefore: new Date(nowMs - refundRetryDelayMs) })),
    ...(await selectUnclearCharges(ctx)),
    ...[...unattendedCharges, ...(await selectDisputedCharges(ctx))].filter((charge) => isPollDue(charge, nowMs)),
  ]
  for (const endedOrderIds of splitIntoBatches(await listVoidOrderIds(ctx, { since: earliestEndAt, until: now })))
    rows.push(...(await selectChargesUncheckedSinceExpiry(ctx, endedOrderIds)))
  const chargeByReference = new Map(rows.map((charge) => [charge.reference, charge]))
  lastTries.unsettledPollMsByReference = keepOnly(lastTries.unsettledPollMsByReference, chargeByReference.keys())
  const getLastPollMs = ({ reference, checkedAt, createdAt }: ChargeRow) =>
    Math.max((checkedAt ?? createdAt).getTime(), lastTries.unsettledPollMsByReference.get(reference) ?? 0)
  return [...chargeByReference.values()]
    .sort((a, b) => getLastPollMs(a) - getLastPollMs(b))
    .slice(0, maxChargesPerRound)
}

/**
 * Reads payments again, each once a week while its payer's bank may take it back: a dispute, or a refund made at the provider, whose
 * call never arrived, is seen. Called every hour, by any number of servers.
 * @throws RoundError with the charges that failed, after all were tried
 */
export async function refreshPaidCharges(ctx: Context): Promise<void> {
  const lastTries = ctx.memory(createLastTries)
  const charges: ChargeRow[] = []
  for (const provider of ctx.providers.payments) charges.push(...(await listPaidChargesToRefresh(ctx, provider)))
  const unavailableProviders = new Set<ProviderName>()
  await forEachIsolated(charges, nameCharge, async (charge) => {
    if (unavailableProviders.has(charge.provider)) return
    lastTries.failedRefreshMsByReference.set(charge.reference, ctx.clock.now().getTime())
    if (!(await tryReachProvider(ctx, charge, () => refreshCharge(ctx, charge))))
      unavailableProviders.add(charge.provider)
    // One that its provider refuses to return is polled again in a week, too.
    else await markPolled(ctx, charge.reference, ctx.clock.now())
    lastTries.failedRefreshMsByReference.delete(charge.reference)
  })
}

async function listPaidChargesToRefresh(
  ctx: Context,
  { name, disputeWindowDays }: PaymentProvider,
): Promise<ChargeRow[]> {
  if (disputeWindowDays === 0) return []
  const lastTries = ctx.memory(createLastTries)
  const nowMs = ctx.clock.now().getTime()
  lastTries.failedRefreshMsByReference = new Map(
    [...lastTries.failedRefreshMsByReference].filter(([, failedMs]) => nowMs - failedMs < paidRefreshIntervalMs),
  )
  const charges = await selectPaidCharges(ctx, {
    provider: name,
    checkedBefore: new Date(nowMs - paidRefreshIntervalMs),
    createdSince: new Date(nowMs - disputeWindowDays * dayMs),
    // Those that failed come first here, and are tried last.
    limit: maxPaidChargesPerRound + lastTries.failedRefreshMsByReference.size,
  })
  const getLastFailureMs = ({ reference }: ChargeRow) => lastTries.failedRefreshMsByReference.get(reference) ?? 0
  return charges.sort((a, b) => getLastFailureMs(a) - getLastFailureMs(b)).slice(0, maxPaidChargesPerRound)
}

/** A charge abandoned for another payment method is closed now, if its provider was unavailable then. */
function settleCharge(ctx: Context, charge: ChargeRow): Promise<void> {
  return charge.isSpent && charge.state === 'open' ? closeAndRefreshCharge(ctx, charge) : refreshCharge(ctx, charge)
}

/** What lasts long, such as a review or a dispute, is asked about ever more rarely. */
function isPollDue({ checkedAt, createdAt }: ChargeRow, nowMs: number): boolean {
  if (checkedAt === null) return true
  const intervalMs = Math.max(unattendedPollIntervalMs, (nowMs - createdAt.getTime()) / pollsPerLifetime)
  return nowMs - checkedAt.getTime() > intervalMs
}

function nameCharge({ reference, orderId }: ChargeRow): string {
  return `charge ${reference} of order ${orderId}`
}

function keepOnly<Key>(map: Map<Key, number>, keys: Iterable<Key>): Map<Key, number> {
  const keptKeys = new Set(keys)
  return new Map([...map].filter(([key]) => keptKeys.has(key)))
}
