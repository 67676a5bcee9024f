import type { Clock } from './clock.ts'

/** `open`: no call is made. `halfOpen`: the pause is over, and one trial call finds out whether the service answers again. */
type CircuitState = 'closed' | 'open' | 'halfOpen'

interface CircuitBreakerOptions {
  clock: Clock
  /** Whether an error means that the service leaves callers waiting. */
  isFailure(error: unknown): boolean
  /** Failures in a row that open it. */
  maxFailures?: number
  /** How long it stays open, in milliseconds. */
  pauseMs?: number
}

/** Thrown in place of a call that was not made. */
export class BreakerOpenError extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('not asked: the last calls got no answer in time')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * A circuit breaker: after some failures in a row a service is not called for a while, so that nobody waits for it. Then one
 * trial call is made; if it fails, the pause begins again. Any answer, even a refusal, closes the breaker.
 */
export function createCircuitBreaker({ clock, isFailure, maxFailures = 3, pauseMs = 30_000 }: CircuitBreakerOptions) {
  let failureCount = 0
  let openUntilMs: number | null = null
  let isTrialRunning = false
  return { run, getState }

  /** @throws BreakerOpenError, or what the work throws */
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const isTrial = openUntilMs !== null
    if (isTrial) beginTrial()
    try {
      const result = await work()
      resetFailures()
      return result
    } catch (error) {
      if (isFailure(error)) recordFailure(isTrial)
      else resetFailures()
      throw error
    } finally {
      if (isTrial) isTrialRunning = false
    }
  }

  function getState(): CircuitState {
    if (openUntilMs === null) return 'closed'
    // Before it was opened: the clock has been set back, and the pause must not last as much longer.
    const isPaused = nowMs() < openUntilMs && nowMs() >= openUntilMs - pauseMs
    return isPaused ? 'open' : 'halfOpen'
  }

  function beginTrial(): void {
    if (getState() === 'open' || isTrialRunning) {
      throw new BreakerOpenError(Math.max(1, Math.ceil(((openUntilMs ?? 0) - nowMs()) / 1000)))
    }
    isTrialRunning = true
  }

  function resetFailures(): void {
    failureCount = 0
    openUntilMs = null
  }

  /** A call that was under way when the breaker opened does not prolong its pause. */
  function recordFailure(isTrial: boolean): void {
    failureCount += 1
    if (isTrial || (failureCount >= maxFailures && openUntilMs === null)) openUntilMs = nowMs() + pauseMs
  }

  function nowMs(): number {
    return clock.now().getTime()
  }
}
