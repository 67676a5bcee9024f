/** The shop's only source of time: instants as `Date`, in production the machine's, in the sandbox optionally set. */
export interface Clock {
  now(): Date
}

/**
 * Opens the clock. With `startsAt` (SANDBOX_CLOCK) it stands at that instant now and ticks from there, so that a demo or a
 * test can be at closing time or past midnight.
 */
export function createClock(startsAt: Date | null = null): Clock {
  const offsetMs = startsAt ? startsAt.getTime() - Date.now() : 0
  return { now: () => new Date(Date.now() + offsetMs) }
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}

export function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000
}

/** Makes `work` run at most once a minute, however often it is called. */
export function limitToOncePerMinute(clock: Clock, work: () => void): () => void {
  let nextRunMs = 0
  return () => {
    const nowMs = clock.now().getTime()
    if (nowMs < nextRunMs) return
    nextRunMs = nowMs + 60_000
    work()
  }
}
