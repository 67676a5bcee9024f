import { openLimit } from '../limits.ts'

export type Failures = ReturnType<typeof openFailures>

/** Wrong passwords, wrong codes and unknown e-mails in 15 minutes. Many people may share one network address. */
const most = { byEmail: 10, byNetwork: 100 }
/** From this many failures on, a form must have been open for a minimum time (contract, section 2: after 3 of an e-mail). */
const many = { byEmail: 3, byNetwork: 30 }

/** Counts failed attempts to sign in or prove an identity, by e-mail and by network address. */
export function openFailures(rateLimitFactor: number) {
  const byEmail = openLimit(most.byEmail, 15, rateLimitFactor)
  const byNetwork = openLimit(most.byNetwork, 15, rateLimitFactor)
  return { check, take, judge, areMany }

  /**
   * @param email in lower case; null where only the network counts
   * @throws ShopError "limit.reached"
   */
  async function check(email: string | null, network: string): Promise<void> {
    await Promise.all([email === null ? null : byEmail.check(email), byNetwork.check(network)])
  }

  /**
   * Counts a failure.
   * @throws ShopError "limit.reached" where concurrent attempts used up the limit
   */
  async function take(email: string | null, network: string): Promise<void> {
    await check(email, network)
    await Promise.all([email === null ? null : byEmail.take(email), byNetwork.take(network)])
  }

  /**
   * Runs an attempt, and counts a failure when it gives null. Of concurrent attempts, those that end after the limit was
   * reached are refused without their result.
   * @throws ShopError "limit.reached"
   */
  async function judge<Found>(
    email: string,
    network: string,
    attempt: () => Promise<Found | null>,
  ): Promise<Found | null> {
    await check(email, network)
    const found = await attempt()
    await (found === null ? take(email, network) : check(email, network))
    return found
  }

  async function areMany(email: string | null, network: string): Promise<boolean> {
    const reached = await Promise.all([
      email === null ? false : byEmail.hasUsed(email, many.byEmail),
      byNetwork.hasUsed(network, many.byNetwork),
    ])
    return reached.includes(true)
  }
}
