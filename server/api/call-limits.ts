import { isToken } from '../accounts/token-form.ts'
import { createLimit } from '../platform/rate-limit.ts'

/** The calls of a minute, by token and by network; counted in this process, since counting costs as much as some calls. */
export function createCallLimits(rateLimitFactor: number) {
  const byToken = createLimit(600, rateLimitFactor)
  const byNetwork = createLimit(1200, rateLimitFactor)
  return {
    /** @throws ShopError "limit.reached" */
    async take(network: string, token: unknown): Promise<void> {
      await byNetwork.take(network)
      if (isToken(token)) await byToken.take(token)
    },
  }
}
