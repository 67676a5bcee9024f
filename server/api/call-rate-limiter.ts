import { isToken } from '../accounts/token-format.ts'
import { createRateLimiter } from '../platform/rate-limit.ts'

/** The calls of a minute, by token and by network; counted in this process, since counting costs as much as some calls. */
export function createCallRateLimiter(rateLimitFactor: number) {
  const tokenRateLimiter = createRateLimiter(600, rateLimitFactor)
  const networkRateLimiter = createRateLimiter(1200, rateLimitFactor)
  return {
    async consume(clientNetwork: string, token: unknown): Promise<void> {
      await networkRateLimiter.consume(clientNetwork)
      if (isToken(token)) await tokenRateLimiter.consume(token)
    },
  }
}
