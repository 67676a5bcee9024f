import type { AnalyticsEvent, VisitEvent } from '#server/analytics/analytics.ts'
import { getCookies } from './cookies.server.ts'
import type { RequestArgs } from './load-context.ts'

/**
 * Counts something a visitor did, where they consented to it.
 * @returns its name, for the next page's data layer; undefined without consent
 */
export function reportEvent(args: RequestArgs, event: VisitEvent): AnalyticsEvent['event'] | undefined {
  const deviceId = findConsentedDeviceId(args)
  return deviceId === null ? undefined : args.context.shop.analytics.reportEvent(deviceId, event).event
}

/** Counts the order as a purchase once it is paid, whether or not its shopper comes back. */
export async function registerPendingPurchase(args: RequestArgs, orderId: number): Promise<void> {
  const deviceId = findConsentedDeviceId(args)
  if (deviceId !== null) await args.context.shop.analytics.registerPendingPurchase(deviceId, orderId)
}

/** Counts this browser's paid orders that were not counted yet. @returns their events, for the page's data layer */
export async function reportPurchases(args: RequestArgs): Promise<AnalyticsEvent[]> {
  const deviceId = findConsentedDeviceId(args)
  return deviceId === null ? [] : args.context.shop.analytics.reportPurchases(deviceId)
}

/** Purchases that still await payment are then not counted either. */
export async function forgetAnalyticsDevice(args: RequestArgs): Promise<void> {
  const deviceId = findConsentedDeviceId(args)
  if (deviceId !== null) await args.context.shop.analytics.forgetDevice(deviceId)
}

/** The browser's id, or null without consent. */
function findConsentedDeviceId(args: RequestArgs): string | null {
  const cookies = getCookies(args)
  return cookies.read('consent') === 'analytics' ? cookies.read('deviceId') : null
}
