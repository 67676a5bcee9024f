/**
 * Counts what visitors do. The caller must check that the visitor has consented. Without ANALYTICS_ID and ANALYTICS_SECRET
 * nothing leaves the shop.
 */

import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { OrderSummary } from '../orders/order.ts'
import { loadSummaries } from '../orders/order-queries.ts'
import { addMinutes } from '../platform/clock.ts'
import { forEachIsolated } from '../platform/for-each-isolated.ts'
import { sendRequest } from '../platform/outgoing-http.ts'

/**
 * What may be sent about a visit, by GA4's names. No products, search words or personal data: a medicine's name beside a
 * device's id would be health data (LGPD, art. 5, II). No price of an added product either: it would reveal which one.
 */
export type VisitEvent =
  | { name: 'page_view'; path: string }
  | { name: 'login' | 'sign_up' | 'add_to_cart' | 'begin_checkout' }
  | { name: 'purchase'; orderId: number; valueCents: number }

/** An event as it was reported, in the shape of a page's data layer: GA4's name as `event`, its parameters beside it. */
export interface AnalyticsEvent {
  event: VisitEvent['name']
  [parameter: string]: string | number
}

const timeoutMs = 5_000
/** Devices whose last page is remembered, in this process. */
const maxRememberedDevices = 10_000
/** How long after its payment an order whose shopper does not return to the shop is counted anyway. */
const returnGraceMinutes = 5

const createLastPaths = () => new LRUCache<string, string>({ max: maxRememberedDevices })

/**
 * Sends an event to the collector in the background; failures have no effect. The same page twice in a row is one view
 * (specification, section 2): browsers with scripts know that themselves.
 */
export function reportEvent(ctx: Context, deviceId: string, event: VisitEvent): AnalyticsEvent {
  const params = toEventParameters(event)
  const { measurementId, apiSecret, collectorUrl } = ctx.settings.analytics
  if (measurementId !== undefined && apiSecret !== undefined && !isRepeatedPageView(ctx, deviceId, event)) {
    const body = JSON.stringify({
      client_id: deviceId,
      timestamp_micros: ctx.clock.now().getTime() * 1000,
      non_personalized_ads: true,
      events: [{ name: event.name, params }],
    })
    const searchParams = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret })
    sendRequest({
      method: 'POST',
      url: `${collectorUrl}?${searchParams}`,
      headers: { 'Content-Type': 'application/json' },
      body,
      timeoutMs,
    }).catch((err) => ctx.log.warn({ err }, 'an event was not counted'))
  }
  return { event: event.name, ...params }
}

function isRepeatedPageView(ctx: Context, deviceId: string, event: VisitEvent): boolean {
  if (event.name !== 'page_view') return false
  const lastPathByDevice = ctx.memory(createLastPaths)
  const isSamePath = lastPathByDevice.get(deviceId) === event.path
  lastPathByDevice.set(deviceId, event.path)
  return isSamePath
}

/** Remembers an order's device until the order is counted. Idempotent per order. */
export async function registerPendingPurchase(ctx: Context, deviceId: string, orderId: number): Promise<void> {
  await ctx.db
    .insertInto('conversionOutbox')
    .values({ orderId, deviceId })
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .execute()
}

/** Counts the device's orders that have been paid since, each exactly once, even with several servers. */
export async function reportPurchases(ctx: Context, deviceId: string): Promise<AnalyticsEvent[]> {
  const purchases = await listPendingPurchases(ctx, deviceId)
  const events = await Promise.all(
    purchases.filter(({ order }) => order?.paidAt).map((purchase) => claimAndReportPurchase(ctx, purchase)),
  )
  return events.filter((event) => event !== null)
}

/** Counts paid orders whose shopper did not return, and forgets those that were never paid. */
export async function reportOverduePurchases(ctx: Context): Promise<void> {
  const deadline = addMinutes(ctx.clock.now(), -returnGraceMinutes)
  await forEachIsolated(
    await listPendingPurchases(ctx),
    ({ orderId }) => `order ${orderId}`,
    async (purchase) => {
      const { paidAt = null, status } = purchase.order ?? {}
      if (paidAt !== null && paidAt <= deadline) await claimAndReportPurchase(ctx, purchase)
      if (paidAt === null && status !== 'pending_payment') await forgetPurchase(ctx, purchase)
    },
  )
}

/** After consent is withdrawn: purchases not counted yet are forgotten. */
export async function forgetDevice(ctx: Context, deviceId: string): Promise<void> {
  await ctx.db.updateTable('conversionOutbox').set({ deviceId: null }).where('deviceId', '=', deviceId).execute()
}

async function listPendingPurchases(ctx: Context, deviceId?: string): Promise<PendingPurchase[]> {
  const rows = await ctx.db
    .selectFrom('conversionOutbox')
    .select(['orderId', 'deviceId'])
    .where('deviceId', deviceId === undefined ? 'is not' : '=', deviceId ?? null)
    .$narrowType<{ deviceId: string }>()
    .execute()
  const orderIds = rows.map(({ orderId }) => orderId)
  const summaries = await loadSummaries(ctx, orderIds)
  return rows.map((row) => ({ ...row, order: summaries.get(row.orderId) }))
}

/** @returns null when another request or server was quicker */
async function claimAndReportPurchase(ctx: Context, purchase: PendingPurchase): Promise<AnalyticsEvent | null> {
  const { orderId, deviceId, order } = purchase
  if (!(await forgetPurchase(ctx, purchase))) return null
  return reportEvent(ctx, deviceId, { name: 'purchase', orderId, valueCents: order?.totalCents ?? 0 })
}

/** @returns false when another request or server was quicker */
async function forgetPurchase(ctx: Context, { orderId, deviceId }: PendingPurchase): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('conversionOutbox')
    .set({ deviceId: null })
    .where('orderId', '=', orderId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A purchase to be counted for a device, once its order is paid. */
interface PendingPurchase {
  orderId: number
  deviceId: string
  order: OrderSummary | undefined
}

function toEventParameters(event: VisitEvent): Record<string, string | number> {
  switch (event.name) {
    case 'page_view':
      return { page_title: toPageName(event.path) }
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
export function toPageName(path: string): string {
  const name = (path.split(/[?#]/)[0] ?? '').replace(/^\//, '')
  if (name === '') return 'home'
  return /^produto\b/i.test(name) ? 'produto' : name
}
