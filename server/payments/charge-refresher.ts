import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import type { OrderService } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import {
  type ChargeRow,
  selectChargesUncheckedSinceExpiry,
  selectChargesWithDueRefund,
  selectPaidCharges,
  selectUnattendedCharges,
} from './charges.sql.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import type { ProviderCaller } from './provider-caller.ts'

interface Deps {
  db: Kysely<Tables>
  clock: Clock
  orders: Pick<OrderService, 'listPaymentOverdueOrderIds' | 'listVoidOrderIds'>
  providers: readonly PaymentProvider[]
  tryReachProvider: ProviderCaller['tryReachProvider']
  /** Ends an order whose time to pay is over. Providers in `unavailableProviders` are not called; one found to be unavailable is added. */
  expireOrder: (orderId: number, unavailableProviders: Set<ProviderName>) => Promise<void>
  closeAndRefreshCharge: (charge: ChargeRow) => Promise<void>
  refreshCharge: (charge: ChargeRow) => Promise<void>
  markPolled: (reference: string, polledAt: Date) => Promise<void>
}

const dayMs = 24 * 60 * 60_000
/** Milliseconds after an order's end for which its charge is still checked, if the provider was unavailable at that moment. */
const reconciliationWindowMs = dayMs
/** Milliseconds for which a charge that nobody waits for may still take money, a card's review included, and is polled. */
const unattendedWindowMs = 10 * dayMs
/** Milliseconds between two requests about such a charge. */
const unattendedPollIntervalMs = 10 * 60_000
/** Milliseconds between two refreshes of a payment that may still be taken back. */
const paidRefreshIntervalMs = 7 * dayMs
/** Keeps one round short. */
const maxChargesPerRound = 20

/** Periodic jobs that refresh charges for which no shopper is waiting. */
export function createChargeRefresher({
  db,
  clock,
  orders,
  providers,
  tryReachProvider,
  expireOrder,
  closeAndRefreshCharge,
  refreshCharge,
  markPolled,
}: Deps) {
  /** By reference: when a round last polled a charge that the provider refused to return, or whose refund is still due. */
  let lastUnsettledPollMsByReference = new Map<string, number>()
  return { expireOrdersAndSettleCharges, refreshPaidCharges }

  /**
   * Expires the orders whose payment deadline has passed, each after asking the provider a last time, and completes what a
   * failing provider left unfinished: unnoticed payments, refunds still due. Called periodically, by any number of servers.
   */
  async function expireOrdersAndSettleCharges(): Promise<void> {
    /** Stock must not wait for a provider that is away: its charges are read when it is available again. */
    const unavailableProviders = new Set<ProviderName>()
    for (const orderId of await orders.listPaymentOverdueOrderIds()) await expireOrder(orderId, unavailableProviders)
    for (const charge of await listUnsettledCharges()) {
      if (unavailableProviders.has(charge.provider)) continue
      if (!(await tryReachProvider(charge, () => settleCharge(charge)))) unavailableProviders.add(charge.provider)
      else lastUnsettledPollMsByReference.set(charge.reference, clock.now().getTime())
    }
  }

  /**
   * Charges to be read again, the least recently checked first: those of orders that ended unpaid lately and were not read after
   * their end, those that nobody waits for any more, and those of orders with a refund due. One that its provider refuses to return
   * goes behind the others, so that these get their turn, however many are refused.
   */
  async function listUnsettledCharges(): Promise<ChargeRow[]> {
    const now = clock.now()
    const earliestEndAt = new Date(now.getTime() - reconciliationWindowMs)
    const rows = [
      ...(await selectChargesWithDueRefund(db)),
      ...(await selectUnattendedCharges(db, {
        checkedBefore: new Date(now.getTime() - unattendedPollIntervalMs),
        createdSince: new Date(now.getTime() - unattendedWindowMs),
      })),
    ]
    for (const endedOrderIds of splitIntoBatches(await orders.listVoidOrderIds({ since: earliestEndAt, until: now })))
      rows.push(...(await selectChargesUncheckedSinceExpiry(db, endedOrderIds)))
    const chargeByReference = new Map(rows.map((charge) => [charge.reference, charge]))
    lastUnsettledPollMsByReference = new Map(
      [...lastUnsettledPollMsByReference].filter(([reference]) => chargeByReference.has(reference)),
    )
    const getLastPollMs = ({ reference, checked_at, created_at }: ChargeRow) =>
      Math.max(Date.parse(checked_at ?? created_at), lastUnsettledPollMsByReference.get(reference) ?? 0)
    return [...chargeByReference.values()]
      .sort((a, b) => getLastPollMs(a) - getLastPollMs(b))
      .slice(0, maxChargesPerRound)
  }

  /**
   * Reads payments again, each once a week while its payer's bank may take it back: a dispute, or a refund made at the provider, whose
   * call never arrived, is seen. Called every hour, by any number of servers.
   */
  async function refreshPaidCharges(): Promise<void> {
    const nowMs = clock.now().getTime()
    for (const { name, disputeWindowDays } of providers.filter(({ disputeWindowDays }) => disputeWindowDays > 0)) {
      const createdSince = new Date(nowMs - disputeWindowDays * dayMs)
      const charges = await selectPaidCharges(db, {
        provider: name,
        checkedBefore: new Date(nowMs - paidRefreshIntervalMs),
        createdSince,
      })
      for (const charge of charges) {
        if (!(await tryReachProvider(charge, () => refreshCharge(charge)))) break
        // One that its provider refuses to return is polled again in a week, too.
        await markPolled(charge.reference, clock.now())
      }
    }
  }

  /** A charge abandoned for another payment method is closed now, if its provider was unavailable then. */
  function settleCharge(charge: ChargeRow): Promise<void> {
    return charge.is_spent && charge.state === 'open' ? closeAndRefreshCharge(charge) : refreshCharge(charge)
  }
}
