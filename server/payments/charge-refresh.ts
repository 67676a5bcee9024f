import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import type { Orders } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import {
  type ChargeRow,
  selectChargesWithDueRefund,
  selectPaidCharges,
  selectUnattendedCharges,
  selectUnreadCharges,
} from './charges.sql.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import type { ProviderLog } from './provider-log.ts'

interface Deps {
  db: Kysely<Tables>
  clock: Clock
  orders: Pick<Orders, 'listPaymentOverdueIds' | 'listEndedWithoutPurchase'>
  providers: readonly PaymentProvider[]
  attempt: ProviderLog['attempt']
  /** Ends an order whose time to pay is over. Providers in `away` are not asked; one that is found to be away is added. */
  expireOrder: (orderId: number, unavailableProviders: Set<ProviderName>) => Promise<void>
  closeAndRead: (charge: ChargeRow) => Promise<void>
  refreshCharge: (charge: ChargeRow) => Promise<void>
  markPolled: (reference: string, polledAt: Date) => Promise<void>
}

const dayMs = 24 * 60 * 60_000
/** Milliseconds after an order's end for which its charge is still checked, if the provider was unavailable at that moment. */
const reconciliationWindowMs = dayMs
/** Milliseconds for which a charge that nobody waits for may still take money, a card's review included, and is asked about. */
const unattendedWindowMs = 10 * dayMs
/** Milliseconds between two requests about such a charge. */
const unattendedPollIntervalMs = 10 * 60_000
/** Milliseconds between two readings of a payment that may still be taken back. */
const paidRefreshIntervalMs = 7 * dayMs
/** A limit that keeps one round of `expireDue` short. */
const maxUnsettledCharges = 20

/** The rounds of jobs that ask providers about charges without anybody waiting for the answer. */
export function createChargeRefresh({
  db,
  clock,
  orders,
  providers,
  attempt,
  expireOrder,
  closeAndRead,
  refreshCharge,
  markPolled,
}: Deps) {
  /** By reference: when a round last asked about a charge that the provider refused to tell of, or that still owes its refund. */
  let fruitlessPolls = new Map<string, number>()
  return { expireDueOrders, refreshPaidCharges }

  /**
   * Expires the orders whose payment deadline has passed, each after asking the provider a last time, and completes what a
   * failing provider left unfinished: unnoticed payments, refunds still due. Called periodically, by any number of servers.
   */
  async function expireDueOrders(): Promise<void> {
    /** Stock must not wait for a provider that is away: its charges are read when it is available again. */
    const unavailableProviders = new Set<ProviderName>()
    for (const orderId of await orders.listPaymentOverdueIds()) await expireOrder(orderId, unavailableProviders)
    for (const charge of await listUnsettledCharges()) {
      if (unavailableProviders.has(charge.provider)) continue
      if (!(await attempt(charge, () => settleCharge(charge)))) unavailableProviders.add(charge.provider)
      else fruitlessPolls.set(charge.reference, clock.now().getTime())
    }
  }

  /**
   * Charges to be read again, the least recently checked first: those of orders that ended unpaid lately and were not read after
   * their end, those that nobody waits for any more, and those of orders with a refund due. One that its provider refuses to tell of
   * goes behind the others, so that these get their turn, however many are refused.
   */
  async function listUnsettledCharges(): Promise<ChargeRow[]> {
    const now = clock.now()
    const endedSince = new Date(now.getTime() - reconciliationWindowMs)
    const rows = [
      ...(await selectChargesWithDueRefund(db)),
      ...(await selectUnattendedCharges(db, {
        checkedBefore: new Date(now.getTime() - unattendedPollIntervalMs),
        createdSince: new Date(now.getTime() - unattendedWindowMs),
      })),
    ]
    for (const endedIds of splitIntoBatches(await orders.listEndedWithoutPurchase({ since: endedSince, until: now })))
      rows.push(...(await selectUnreadCharges(db, endedIds)))
    const charges = new Map(rows.map((charge) => [charge.reference, charge]))
    fruitlessPolls = new Map([...fruitlessPolls].filter(([reference]) => charges.has(reference)))
    const getLastPollMs = ({ reference, checked_at, created_at }: ChargeRow) =>
      Math.max(Date.parse(checked_at ?? created_at), fruitlessPolls.get(reference) ?? 0)
    return [...charges.values()].sort((a, b) => getLastPollMs(a) - getLastPollMs(b)).slice(0, maxUnsettledCharges)
  }

  /**
   * Reads payments again, each once a week while its payer's bank may take it back: a dispute, or a refund made at the provider, whose
   * call never arrived, is seen. Called every hour, by any number of servers.
   */
  async function refreshPaidCharges(): Promise<void> {
    const now = clock.now().getTime()
    for (const { name, disputeWindowDays } of providers.filter(({ disputeWindowDays }) => disputeWindowDays > 0)) {
      const createdSince = new Date(now - disputeWindowDays * dayMs)
      const charges = await selectPaidCharges(db, {
        provider: name,
        readBefore: new Date(now - paidRefreshIntervalMs),
        createdSince,
      })
      for (const charge of charges) {
        if (!(await attempt(charge, () => refreshCharge(charge)))) break
        // One that its provider refuses to tell of has its next turn in a week as well.
        await markPolled(charge.reference, clock.now())
      }
    }
  }

  /** One that was left for another way is closed, if its provider was away then. */
  function settleCharge(charge: ChargeRow): Promise<void> {
    return charge.is_spent && charge.state === 'open' ? closeAndRead(charge) : refreshCharge(charge)
  }
}
