import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from './errors.ts'

/** A number of points per key in a span of time. Counted in this process: each server has its own count. */
interface Limit {
  /** @throws ShopError "limit.reached" with the seconds to wait, when the key has no point left; takes none */
  check(key: string): Promise<void>
  /** Takes a point, or refuses like `check`, atomically: concurrent calls never take more points than there are. */
  take(key: string): Promise<void>
  /** Whether the key took at least so many points (times the operator's RATE_LIMIT_FACTOR) in the span. */
  hasUsed(key: string, points: number): Promise<boolean>
}

/** `points` (times the operator's RATE_LIMIT_FACTOR) per key in `minutes`. */
export function openLimit(points: number, minutes: number, factor: number): Limit {
  const limiter = new RateLimiterMemory({ points: Math.ceil(points * factor), duration: minutes * 60 })
  return {
    async check(key) {
      const used = await limiter.get(key)
      if (used && used.consumedPoints >= limiter.points) refuse(used)
    },
    async take(key) {
      await limiter.consume(key).catch(refuse)
    },
    async hasUsed(key, points) {
      const used = await limiter.get(key)
      return used !== null && used.consumedPoints >= Math.ceil(points * factor)
    },
  }
}

function refuse(used: RateLimiterRes): never {
  throw new ShopError('limit.reached', { retryAfterSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1000)) })
}
