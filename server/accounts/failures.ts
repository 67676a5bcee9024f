import { openLimit } from '../limits.ts'

export type Failures = ReturnType<typeof openFailures>

/** In 15 minutes: wrong passwords, wrong codes, unknown e-mails. Many people may share one network address. */
const most = { byEmail: 10, byNetwork: 100 }
/** From this many failures on, a form must also have taken time to fill in (contract, section 2: after 3 of an e-mail). */
const many = { byEmail: 3, byNetwork: 30 }

/** Failed attempts to get into an account, counted by the e-mail that was tried and by the network address they came from. */
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
   * @throws ShopError "limit.reached" where others were quicker: then the caller learns no more than that
   */
  async function take(email: string | null, network: string): Promise<void> {
    await check(email, network)
    await Promise.all([email === null ? null : byEmail.take(email), byNetwork.take(network)])
  }

  /**
   * Lets an attempt through, and counts it where it gives null. Many may try at once, and none is told how it ended once there
   * were failures enough meanwhile.
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
