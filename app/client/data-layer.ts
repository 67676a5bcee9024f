import { useLocation, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import type { CountedEvent } from '#server/analytics/analytics.ts'

const reportedEvents = new WeakSet<CountedEvent>()
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
      ({ data }) => (data as { analyticsEvents?: CountedEvent[] } | null)?.analyticsEvents ?? [],
    )
    const newEvents = events.filter((event) => !reportedEvents.has(event))
    for (const event of newEvents) reportedEvents.add(event)
    // After the back button the browser shows an earlier document again: its events were pushed the first time.
    const isShownAgain = !isFirstEffectDone && isBackForwardNavigation()
    isFirstEffectDone = true
    if (newEvents.length === 0 || isShownAgain) return
    window.dataLayer ??= []
    window.dataLayer.push(...newEvents)
  }, [matches])
}

function isBackForwardNavigation(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'back_forward'
}

declare global {
  interface Window {
    dataLayer?: object[]
  }
}
