import type { Clock } from './clock.ts'

/** `open`: nothing is asked. `trying`: the pause is over, and one call finds out whether the service answers again. */
type BreakerState = 'closed' | 'open' | 'trying'

interface Deps {
  clock: Clock
  /** Whether an error means that the service leaves callers waiting. */
  isFailure(error: unknown): boolean
  /** Failures in a row that open it. */
  maxFailures?: number
  /** How long nothing is asked, in milliseconds. */
  pauseMs?: number
}

/** Thrown in place of a call that was not made. */
export class BreakerOpen extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('not asked: the last calls got no answer in time')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Breaker = ReturnType<typeof createBreaker>

/**
 * A circuit breaker: after some failures in a row a service is not called for a while, so that nobody waits for it. Then one
 * call tries; if it fails, the pause begins again. Any answer, even a refusal, closes the breaker.
 */
export function createBreaker({ clock, isFailure, maxFailures = 3, pauseMs = 30_000 }: Deps) {
  let failures = 0
  let openUntil: number | null = null
  let isTrying = false
  return { run, state }

  /** @throws BreakerOpen, or what the work throws */
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const trial = openUntil !== null
    if (trial) beginTrial()
    try {
      const result = await work()
      close()
      return result
    } catch (error) {
      if (isFailure(error)) fail(trial)
      else close()
      throw error
    } finally {
      if (trial) isTrying = false
    }
  }

  function state(): BreakerState {
    if (openUntil === null) return 'closed'
    // Before it was opened: the clock has been set back, and the pause must not last as much longer.
    const isPaused = now() < openUntil && now() >= openUntil - pauseMs
    return isPaused ? 'open' : 'trying'
  }

  function beginTrial(): void {
    if (state() === 'open' || isTrying) {
      throw new BreakerOpen(Math.max(1, Math.ceil(((openUntil ?? 0) - now()) / 1000)))
    }
    isTrying = true
  }

  function close(): void {
    failures = 0
    openUntil = null
  }

  /** A call that was under way when the breaker opened does not prolong its pause. */
  function fail(trial: boolean): void {
    failures += 1
    if (trial || (failures >= maxFailures && openUntil === null)) openUntil = now() + pauseMs
  }

  function now(): number {
    return clock.now().getTime()
  }
}
