import { useLocation, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import type { CountedEvent } from '#server/analytics.ts'

const told = new WeakSet<CountedEvent>()
let hasArrived = false

/**
 * Fills `window.dataLayer` for whatever tag manager a shop adds: pages come to without leaving the document, and the
 * `events` that loaders hand on of what the server counted. Only visitors who consented have any.
 */
export function useDataLayer(): void {
  const { pathname } = useLocation()
  useEffect(() => window.countPage?.(pathname), [pathname])

  const matches = useMatches()
  useEffect(() => {
    const events = matches.flatMap(({ data }) => (data as { events?: CountedEvent[] } | null)?.events ?? [])
    const fresh = events.filter((event) => !told.has(event))
    for (const event of fresh) told.add(event)
    // On the way back the browser shows an earlier document, whose events were told when it first came.
    const isShownAgain = !hasArrived && cameBack()
    hasArrived = true
    if (fresh.length === 0 || isShownAgain) return
    window.dataLayer ??= []
    window.dataLayer.push(...fresh)
  }, [matches])
}

function cameBack(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'back_forward'
}

declare global {
  interface Window {
    dataLayer?: object[]
  }
}
