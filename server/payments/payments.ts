import type { Database } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { OrderService } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { createChargeRefresher } from './charge-refresher.ts'
import { type ChargeRow, findActiveCharge, markChargeUnusableUnlessPaid, toChargeKey } from './charges.sql.ts'
import { createChargeService } from './charges.ts'
import { createPaymentQueries } from './payment-queries.ts'
import type { PixBank } from './pix/pix-bank.ts'
import {
  type CallOptions,
  type ChargeSnapshot,
  findProviderError,
  type IncomingWebhook,
  type PaymentProvider,
  ProviderError,
  type ProviderName,
} from './provider.ts'
import { createProviderCaller, type PaymentLogger } from './provider-caller.ts'
import { createUnavailableError } from './provider-responses.ts'
import { recordPayment } from './received-payments.ts'
import { createRefundIssuer } from './refund-issuer.ts'
import { createRunCoalescer } from './run-coalescer.ts'
import { listUnknownPayments } from './unknown-payments.ts'
import { createUnrequestedRefundRecorder } from './unrequested-refunds.ts'

export type PaymentStatus = 'paid' | 'pending' | 'expired' | 'failed' | 'cancelled'

interface Deps {
  database: Database
  clock: Clock
  orders: OrderService
  /** All that ever took a payment of the shop. */
  providers: readonly PaymentProvider[]
  /** The names of those that an order may be paid with, in the order in which they are offered. */
  offeredProviderNames: readonly ProviderName[]
  bank: Pick<PixBank, 'listPaidCharges'>
  log: PaymentLogger
  /** Ends a shopper's wait for a provider. */
  createDeadlineSignal?: (() => AbortSignal) | undefined
}

/** How long a shopper waits for a provider in all, token and second tries included, in milliseconds. */
const maxProviderWaitMs = 6_000

/** Minimum time between two requests to the provider about one charge while pages poll. "Já paguei" polls at once. */
const minPollIntervalSeconds = 0.3
/** More milliseconds than the clocks of two servers differ by. */
const maxClockSkewMs = 60_000
/** Unknown charges of one webhook call that get a line in the log: strangers must not fill it. */
const maxLoggedUnknownCharges = 10
const jobActor = { kind: 'job' } as const
export type PaymentService = ReturnType<typeof createPaymentService>

/**
 * Payments through any provider. Only the provider's own response about a charge counts, whatever triggered the request. Every step
 * may be repeated, late, run by two servers at once, or interrupted by a failure of the provider.
 */
export function createPaymentService({
  database,
  clock,
  orders,
  providers,
  offeredProviderNames,
  bank,
  log,
  createDeadlineSignal = () => AbortSignal.timeout(maxProviderWaitMs),
}: Deps) {
  const { db } = database
  const refreshCoalescer = createRunCoalescer()
  /** Of this process: when a webhook was last called, and how many entries were odd or named no charge of the shop. */
  const webhookStats = { lastCallAt: null as Date | null, invalidCount: 0, unknownChargeCount: 0 }
  const providerCaller = createProviderCaller(log)
  const { callWithErrorLog, tryReachProvider } = providerCaller
  const { issueRefunds } = createRefundIssuer({ database, clock, requireProvider, log })
  const { recordUnrequestedRefunds } = createUnrequestedRefundRecorder({
    database,
    clock,
    orders,
    requiresManualRefund,
    log,
  })
  const { chargeOrder, findCharge, wasLastChargeDeclined } = createChargeService({
    database,
    clock,
    orders,
    requireProvider,
    providerCaller: providerCaller,
    applySnapshot,
    closeAndRefreshCharge,
    createDeadlineSignal,
  })
  const { expireOrdersAndSettleCharges, refreshPaidCharges } = createChargeRefresher({
    db,
    clock,
    orders,
    providers,
    tryReachProvider,
    expireOrder,
    closeAndRefreshCharge,
    refreshCharge,
    markPolled,
  })
  return {
    offeredProviderNames,
    chargeOrder,
    findCharge,
    wasLastChargeDeclined,
    checkPaymentStatus,
    handleWebhook,
    getWebhookStats: () => ({ ...webhookStats }),
    expireOrdersAndSettleCharges,
    refreshPaidCharges,
    cancelUnpaidOrder,
    listUnknownPayments: (period: { from: Date; until: Date }) => listUnknownPayments(database, bank, period),
    ...createPaymentQueries(db, requiresManualRefund),
  }

  function requireProvider({ provider }: Pick<ChargeRow, 'provider'>): PaymentProvider {
    const matchingProvider = providers.find(({ name }) => name === provider)
    if (!matchingProvider) throw createUnavailableError(new ProviderError(`no ${provider} is set up`, null))
    return matchingProvider
  }

  function requiresManualRefund(provider: ProviderName): boolean {
    return !providers.find(({ name }) => name === provider)?.refund
  }

  /**
   * The payment status of an order. While it is pending the provider is asked, at most every `minPollIntervalSeconds`
   * unless the shopper requests it (`force`); one that does not respond changes nothing. An order past its deadline expires here.
   * @throws ShopError "order.unknown"
   */
  async function checkPaymentStatus(
    customerId: number,
    orderId: number,
    { force }: { force: boolean },
  ): Promise<PaymentStatus> {
    const order = await orders.getOrder(customerId, orderId)
    if (order.status !== 'pending_payment') return toPaymentStatus(order.status)
    if (order.paymentDueAt <= clock.now()) await expireOrder(orderId)
    else await pollCharge(orderId, { force })
    return toPaymentStatus((await orders.getOrder(customerId, orderId)).status)
  }

  /**
   * Uses a call to a webhook only as a hint: each charge that is ours is read from its provider. So whatever it says, and however many
   * calls come at once, a charge is read once at a time. An invalid, unknown or refused entry does not stop the others.
   * @returns what became of the call; `unknown`: it names charges, and none of them is the shop's
   * @throws ShopError "payment.unavailable", so that the provider calls again
   */
  async function handleWebhook(
    name: ProviderName,
    webhook: IncomingWebhook,
  ): Promise<'processed' | 'unknown' | 'forged' | 'malformed'> {
    const notification = await requireProvider({ provider: name }).handleWebhook(webhook)
    if (typeof notification === 'string') return notification
    const { references, providerIds = [], invalidCount = 0 } = notification
    webhookStats.lastCallAt = clock.now()
    webhookStats.invalidCount += invalidCount
    const charges = await loadNotifiedCharges(name, references, providerIds)
    await refreshCharges(charges)
    return charges.length === 0 && references.length + providerIds.length > 0 ? 'unknown' : 'processed'
  }

  /** @throws the first failure, after the others were read as well */
  async function refreshCharges(charges: ChargeRow[]): Promise<void> {
    let firstError: unknown
    for (const charge of charges) {
      try {
        await callWithErrorLog(charge, () => refreshCoalescer.run(charge.reference, () => refreshCharge(charge)))
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
    name: ProviderName,
    references: string[],
    providerIds: string[],
  ): Promise<ChargeRow[]> {
    const charges: ChargeRow[] = []
    for (const [column, ids] of [
      ['reference', references],
      ['provider_id', providerIds],
    ] as const)
      for (const batch of splitIntoBatches(ids))
        charges.push(
          ...(await db
            .selectFrom('charge')
            .selectAll()
            .where('provider', '=', name)
            .where(column, 'in', batch)
            .execute()),
        )
    const knownIds = new Set(charges.flatMap(({ reference, provider_id }) => [reference, provider_id]))
    const unknownIds = [...references, ...providerIds].filter((id) => !knownIds.has(id))
    webhookStats.unknownChargeCount += unknownIds.length
    for (const charge of unknownIds.slice(0, maxLoggedUnknownCharges))
      log.warn({ charge, provider: name }, 'the payment provider tells of a charge that the shop does not know')
    return charges
  }

  /**
   * Cancels a customer's unpaid order at their request, and returns its stock. The provider is asked first, since a paid
   * order must not be cancelled. A payment that arrives afterwards is refunded.
   * @throws ShopError "order.unknown", "order.notCancellable"
   */
  async function cancelUnpaidOrder(customerId: number, orderId: number): Promise<void> {
    await orders.getOrder(customerId, orderId)
    await pollCharge(orderId, { force: true })
    if (!(await orders.endUnpaidOrder(orderId, 'cancelUnpaid', { kind: 'customer', id: customerId })))
      throw new ShopError('order.notCancellable')
    const charge = await findActiveCharge(db, orderId)
    if (charge) await tryReachProvider(charge, () => closeAndRefreshCharge(charge))
  }

  /** A charge that nobody has seen cannot be paid: asking about it would only prolong the wait for a provider that hangs. */
  async function pollCharge(orderId: number, { force }: { force: boolean }): Promise<void> {
    const charge = await findActiveCharge(db, orderId)
    // A forced poll ignores the poll interval, since another server's clock, or this one before it was set back, may differ.
    if (!charge?.payable || !(force || (await claimPoll(charge.reference)))) return
    const isProviderAvailable = await tryReachProvider(charge, () =>
      refreshCharge(charge, { signal: createDeadlineSignal() }),
    )
    // The page that follows does not wait for the same provider again. Once the charge has expired, only a snapshot from the provider counts.
    const now = clock.now()
    if (!isProviderAvailable && now.toISOString() < charge.expires_at) await markPolled(charge.reference, now)
  }

  /** Claims the next request to the provider, so that of concurrent ones, on any server, only one is made. */
  async function claimPoll(reference: string): Promise<boolean> {
    const now = clock.now()
    const latestPollableAt = new Date(now.getTime() - minPollIntervalSeconds * 1000)
    // A poll time in the future means that the clock was set back: it must not block the next poll.
    const latestPlausibleAt = new Date(now.getTime() + maxClockSkewMs)
    const { numUpdatedRows } = await db
      .updateTable('charge')
      .set({ checked_at: now.toISOString() })
      .where('reference', '=', reference)
      // A claim is no snapshot: after the expiry it would be mistaken for one.
      .where('expires_at', '>', now.toISOString())
      .where((eb) =>
        eb.or([
          eb('checked_at', 'is', null),
          eb('checked_at', '<=', latestPollableAt.toISOString()),
          eb('checked_at', '>', latestPlausibleAt.toISOString()),
        ]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** @param unavailableProviders the providers found unavailable so far, which are not called: the order expires anyway */
  async function expireOrder(orderId: number, unavailableProviders: Set<ProviderName> = new Set()): Promise<void> {
    const charge = await findActiveCharge(db, orderId)
    if (
      charge &&
      !unavailableProviders.has(charge.provider) &&
      !(await tryReachProvider(charge, () => closeAndRefreshCharge(charge)))
    )
      unavailableProviders.add(charge.provider)
    await orders.endUnpaidOrder(orderId, 'expire', jobActor)
  }

  /** Closes the charge before reading it, so that no payment can arrive in between. */
  async function closeAndRefreshCharge(charge: ChargeRow): Promise<void> {
    await requireProvider(charge).closeCharge(toChargeKey(charge))
    await refreshCharge(charge)
  }

  async function refreshCharge(charge: ChargeRow, options?: CallOptions): Promise<void> {
    const requestedAt = clock.now()
    const snapshot = await requireProvider(charge).readCharge(toChargeKey(charge), options)
    if (snapshot) await applySnapshot(charge, snapshot)
    await markPolled(charge.reference, requestedAt)
  }

  async function markPolled(reference: string, polledAt: Date): Promise<void> {
    await db
      .updateTable('charge')
      .set({ checked_at: polledAt.toISOString() })
      .where('reference', '=', reference)
      .execute()
  }

  async function applySnapshot(charge: ChargeRow, { state, payments }: ChargeSnapshot): Promise<void> {
    const { reference, provider, order_id: orderId } = charge
    for (const payment of payments) {
      const outcome = await recordPayment(database, orders, { charge, payment })
      if (outcome === 'refund_due' && requiresManualRefund(provider))
        log.warn({ orderId, reference: payment.reference }, 'a refund is due at the payment provider')
    }
    for (const payment of payments) await recordUnrequestedRefunds(charge, payment)
    if (state !== charge.state)
      await db.updateTable('charge').set({ state }).where('reference', '=', reference).execute()
    if (state === 'refused') await applyDecline(charge)
    else if (state === 'closed') await markChargeUnusableUnlessPaid(db, charge)
    await tryReachProvider(charge, () => issueRefunds(charge, payments))
  }

  /** Some providers report an abandoned charge as refused, which must not end its order. */
  async function applyDecline(charge: ChargeRow): Promise<void> {
    const { reference, order_id: orderId, expires_at } = charge
    const row = await db.selectFrom('charge').select('is_spent').where('reference', '=', reference).executeTakeFirst()
    if (row?.is_spent) return
    if (expires_at <= clock.now().toISOString()) await orders.endUnpaidOrder(orderId, 'expire', jobActor)
    else if (requireProvider(charge).isDeclineFinal) await orders.endUnpaidOrder(orderId, 'fail', { kind: 'bank' })
    else await markChargeUnusableUnlessPaid(db, charge)
  }
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
