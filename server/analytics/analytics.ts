import { LRUCache } from 'lru-cache'
import type { Database } from '../database/connection.ts'
import type { OrderSummary } from '../orders/order.ts'
import type { Orders } from '../orders/orders.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { request } from '../platform/outgoing-http.ts'

/**
 * What may be sent about a visit, by GA4's names. No products, search words or personal data: a medicine's name beside a
 * device's id would be health data (LGPD, art. 5, II). No price of an added product either: it would reveal which one.
 */
export type VisitEvent =
  | { name: 'page_view'; path: string }
  | { name: 'login' | 'sign_up' | 'add_to_cart' | 'begin_checkout' }
  | { name: 'purchase'; orderId: number; valueCents: number }

/** An event as it was counted, in the shape a page's data layer takes: GA4's name as `event`, its parameters beside it. */
export interface CountedEvent {
  event: VisitEvent['name']
  [parameter: string]: string | number
}

interface AnalyticsSettings {
  id: string | undefined
  secret: string | undefined
  /** Where events go: GA4's Measurement Protocol, or a collector of the shop's own that speaks it. */
  collectorUrl: string
}

const timeoutMs = 5_000
/** Devices whose last page is remembered, in this process. */
const maxDevices = 10_000
/** How long after its payment an order whose shopper does not return to the shop is counted anyway. */
const returnMinutes = 5

interface Deps {
  database: Database
  clock: Clock
  orders: Pick<Orders, 'findSummaries'>
  settings: AnalyticsSettings
  log: { warn(fields: object, message: string): void }
}

/**
 * Counts what visitors do. The caller must check that the visitor has consented. Without ANALYTICS_ID and ANALYTICS_SECRET
 * nothing leaves the shop.
 */
export function createAnalytics({ database: { db }, clock, orders, settings, log }: Deps) {
  const { id, secret, collectorUrl } = settings
  const lastPages = new LRUCache<string, string>({ max: maxDevices })
  return { report, registerPendingPurchase, reportPurchases, countLeftPurchases, forgetDevice }

  /**
   * Sends an event to the collector in the background; failures have no effect. The same page twice in a row is one view
   * (specification, section 2): browsers with scripts know that themselves.
   */
  function report(deviceId: string, event: VisitEvent): CountedEvent {
    const params = parameters(event)
    if (id !== undefined && secret !== undefined && !isShownAgain(deviceId, event)) {
      const body = JSON.stringify({
        client_id: deviceId,
        timestamp_micros: clock.now().getTime() * 1000,
        non_personalized_ads: true,
        events: [{ name: event.name, params }],
      })
      const address = new URLSearchParams({ measurement_id: id, api_secret: secret })
      request({
        method: 'POST',
        url: `${collectorUrl}?${address}`,
        headers: { 'Content-Type': 'application/json' },
        body,
        timeoutMs,
      }).catch((err) => log.warn({ err }, 'an event was not counted'))
    }
    return { event: event.name, ...params }
  }

  function isShownAgain(deviceId: string, event: VisitEvent): boolean {
    if (event.name !== 'page_view') return false
    const isSame = lastPages.get(deviceId) === event.path
    lastPages.set(deviceId, event.path)
    return isSame
  }

  /** Remembers an order's device until the order is counted. Idempotent per order. */
  async function registerPendingPurchase(deviceId: string, orderId: number): Promise<void> {
    await db
      .insertInto('conversion_outbox')
      .values({ order_id: orderId, device_id: deviceId })
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .execute()
  }

  /** Counts the device's orders that have been paid since, each exactly once, even with several servers. */
  async function reportPurchases(deviceId: string): Promise<CountedEvent[]> {
    const purchases = await waitingPurchases(deviceId)
    const events = await Promise.all(purchases.filter(({ order }) => order?.paidAt).map(take))
    return events.filter((event) => event !== null)
  }

  /** Counts paid orders whose shopper did not return, and forgets those that were never paid. */
  async function countLeftPurchases(): Promise<void> {
    const longAgo = minutesAfter(clock.now(), -returnMinutes)
    for (const purchase of await waitingPurchases()) {
      const { paidAt = null, status } = purchase.order ?? {}
      if (paidAt !== null && paidAt <= longAgo) await take(purchase)
      if (paidAt === null && status !== 'pending_payment') await forget(purchase)
    }
  }

  /** After consent is withdrawn: purchases not counted yet are forgotten. */
  async function forgetDevice(deviceId: string): Promise<void> {
    await db.updateTable('conversion_outbox').set({ device_id: null }).where('device_id', '=', deviceId).execute()
  }

  /** The purchases of a device, or of all, that are not counted yet. */
  async function waitingPurchases(deviceId?: string): Promise<WaitingPurchase[]> {
    const rows = await db
      .selectFrom('conversion_outbox')
      .select(['order_id as orderId', 'device_id as deviceId'])
      .where('device_id', deviceId === undefined ? 'is not' : '=', deviceId ?? null)
      .$narrowType<{ deviceId: string }>()
      .execute()
    const summaries = await orders.findSummaries(rows.map(({ orderId }) => orderId))
    return rows.map((row) => ({ ...row, order: summaries.get(row.orderId) }))
  }

  /** @returns null when another request or server was quicker */
  async function take(purchase: WaitingPurchase): Promise<CountedEvent | null> {
    const { orderId, deviceId, order } = purchase
    if (!(await forget(purchase))) return null
    return report(deviceId, { name: 'purchase', orderId, valueCents: order?.totalCents ?? 0 })
  }

  /** @returns false when another request or server was quicker */
  async function forget({ orderId, deviceId }: WaitingPurchase): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('conversion_outbox')
      .set({ device_id: null })
      .where('order_id', '=', orderId)
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
}

/** A purchase to be counted for a device, once its order is paid. */
interface WaitingPurchase {
  orderId: number
  deviceId: string
  order: OrderSummary | undefined
}

function parameters(event: VisitEvent): Record<string, string | number> {
  switch (event.name) {
    case 'page_view':
      return { page_title: pageName(event.path) }
    case 'purchase':
      return { transaction_id: String(event.orderId), value: event.valueCents / 100, currency: 'BRL' }
    default:
      return {}
  }
}

/**
 * The path without its leading slash, 'home' for the root (specification, section 2). A product's path would name a
 * medicine, so it is only 'produto'; search words are never included. Browsers compute the same name:
 * app/document/script-loader.ts.
 */
export function pageName(path: string): string {
  const name = (path.split(/[?#]/)[0] ?? '').replace(/^\//, '')
  if (name === '') return 'home'
  return /^produto\b/i.test(name) ? 'produto' : name
}
