import { useLocation, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import type { AnalyticsEvent } from '#server/analytics/analytics.ts'

const reportedEvents = new WeakSet<AnalyticsEvent>()
let isFirstEffectDone = false

/**
 * Fills `window.dataLayer` for any tag manager that a shop adds: with page views of client-side navigations, and with the
 * `events` that the server counted, taken from loader data. There are none without consent.
 */
export function useDataLayer(): void {
  const { pathname } = useLocation()
  useEffect(() => window.trackPageView?.(pathname), [pathname])

  const matches = useMatches()
  useEffect(() => {
    const events = matches.flatMap(
      ({ data }) => (data as { analyticsEvents?: AnalyticsEvent[] } | null)?.analyticsEvents ?? [],
    )
    const newEvents = events.filter((event) => !reportedEvents.has(event))
    for (const event of newEvents) reportedEvents.add(event)
    // After the back button the browser shows an earlier document again: its events were pushed the first time.
    const isRestoredDocument = !isFirstEffectDone && isBackForwardNavigation()
    isFirstEffectDone = true
    if (newEvents.length === 0 || isRestoredDocument) return
    window.dataLayer ??= []
    window.dataLayer.push(...newEvents)
  }, [matches])
}

function isBackForwardNavigation(): boolean {
  const [navigationEntry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigationEntry?.type === 'back_forward'
}

declare global {
  interface Window {
    dataLayer?: object[]
  }
}
