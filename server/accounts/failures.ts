import { openLimit } from '../limits.ts'

export type Failures = ReturnType<typeof openFailures>

/** In 15 minutes: wrong passwords, wrong codes, unknown e-mails. Many people may share one network address. */
const most = { byEmail: 10, byNetwork: 100 }
/** From here on a form also asks for the time that filling it in takes (contract, section 2): after 3 of an e-mail. */
const many = { byEmail: 3, byNetwork: 30 }

/** Failed attempts to get into an account, counted by the e-mail that was tried and by the network address they came from. */
export function openFailures(rateLimitFactor: number) {
  const byEmail = openLimit(most.byEmail, 15, rateLimitFactor)
  const byNetwork = openLimit(most.byNetwork, 15, rateLimitFactor)
  return { check, count, areMany }

  /**
   * @param email in lower case; null where only the network counts
   * @throws ShopError "limit.reached"
   */
  async function check(email: string | null, network: string): Promise<void> {
    await Promise.all([email === null ? null : byEmail.check(email), byNetwork.check(network)])
  }

  async function count(email: string | null, network: string): Promise<void> {
    await Promise.all([email === null ? null : byEmail.count(email), byNetwork.count(network)])
  }

  async function areMany(email: string | null, network: string): Promise<boolean> {
    const reached = await Promise.all([
      email === null ? false : byEmail.hasUsed(email, many.byEmail),
      byNetwork.hasUsed(network, many.byNetwork),
    ])
    return reached.includes(true)
  }
}
