import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from './errors.ts'

/** `points` (times the operator's RATE_LIMIT_FACTOR) per key and minute. Counted in this process: each server has its own count. */
export function createRateLimiter(pointsPerMinute: number, limitFactor: number) {
  const limiter = new RateLimiterMemory({ points: Math.ceil(pointsPerMinute * limitFactor), duration: 60 })
  return {
    /** @throws ShopError "limit.reached" with the seconds to wait, when the key has no point left */
    async consume(key: string): Promise<void> {
      await limiter.consume(key).catch(throwLimitReached)
    },
  }
}

function throwLimitReached(limiterResult: RateLimiterRes): never {
  throw new ShopError('limit.reached', { retryAfterSeconds: Math.max(1, Math.ceil(limiterResult.msBeforeNext / 1000)) })
}
