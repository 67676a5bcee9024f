import { isToken } from '../accounts/token-format.ts'
import { createRateLimiter } from '../platform/rate-limit.ts'

/** The calls of a minute, by token and by network; counted in this process, since counting costs as much as some calls. */
export function createCallRateLimits(rateLimitFactor: number) {
  const tokenLimit = createRateLimiter(600, rateLimitFactor)
  const networkLimit = createRateLimiter(1200, rateLimitFactor)
  return {
    /** @throws ShopError "limit.reached" */
    async consume(network: string, token: unknown): Promise<void> {
      await networkLimit.consume(network)
      if (isToken(token)) await tokenLimit.consume(token)
    },
  }
}
