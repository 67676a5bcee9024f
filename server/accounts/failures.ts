import { ShopError } from '../platform/errors.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import type { AttemptLimit, Attempts, Use } from './attempts.ts'

export type Failures = ReturnType<typeof createFailures>

/**
 * What somebody tries to prove: who they are, with a password or with a recovery code; or, signed in already, that it is
 * still they. Each is counted apart: guessed passwords must not keep the customer from recovering the account.
 */
type Purpose = 'login' | 'recovery' | 'confirmation'

/** Wrong passwords, wrong codes and unknown e-mails in 15 minutes. Many people may share one network. */
const byEmailAndNetwork = (purpose: Purpose): AttemptLimit => ({ name: `${purpose} failed`, max: 10, minutes: 15 })
const byNetwork = (purpose: Purpose): AttemptLimit => ({ name: `${purpose} failed, network`, max: 100, minutes: 15 })
/** Wrong passwords of one e-mail from anywhere: far more than a customer types, so only strangers have to wait for long. */
const byEmail: AttemptLimit = { name: 'login failed, email', free: 50, maxDelaySeconds: 15 * 60 }
/** All failures, which refuse nothing: from so many on, a form must have been open for a minimum time. */
const failuresOfEmail: AttemptLimit = { name: 'failures, email', max: Number.POSITIVE_INFINITY, minutes: 15 }
const failuresOfNetwork: AttemptLimit = { name: 'failures, network', max: Number.POSITIVE_INFINITY, minutes: 15 }
const many = { byEmail: 3, byNetwork: 30 }

/** Who tries, as the limits' keys and the security log tell them apart. An e-mail may be a customer's and one of the staff's. */
type Realm = 'customers' | 'staff'

/** Events of the security log, without their ends `Failed` and `Locked`. */
const events: Record<Realm, Record<Purpose, string>> = {
  customers: { login: 'signIn', recovery: 'recovery', confirmation: 'confirmation' },
  // Whom the counter asks for a code has given the password already.
  staff: { login: 'signIn', recovery: 'recovery', confirmation: 'secondFactor' },
}

/** Before the e-mails of the staff. */
const staffPrefix = 'staff '

/** How one of the staff is counted. */
export function asStaff(email: string): string {
  return staffPrefix + email
}

/** Counts failed attempts to sign in or prove an identity, and tells the security log of them. */
export function createFailures({ check, take, countsOf, scaled }: Attempts, securityLog: SecurityLog) {
  return { take: countHastyForm, judge: evaluate, evaluateLogin, isThrottled }

  /**
   * Counts a form sent in haste like a failed login, but not against the e-mail as a whole: it tried no password.
   * @param email in lower case; null where only the network counts
   * @throws ShopError "limit.reached"
   */
  function countHastyForm(email: string | null, network: string): Promise<void> {
    return take(...usesOf('login', email, network), ...seenOf(email, network))
  }

  /**
   * Runs an attempt, and counts a failure when it gives null. Of concurrent attempts, those that end after the limit was
   * reached are refused without their result.
   * @param email in lower case
   * @throws ShopError "limit.reached"
   */
  function evaluate<Found>(
    email: string,
    network: string,
    attempt: () => Promise<Found | null>,
    purpose: 'recovery' | 'confirmation' = 'confirmation',
  ): Promise<Found | null> {
    const uses = [...usesOf(purpose, email, network), ...seenOf(email, network)]
    return isCounted(purpose, email, network, () => withAttemptLimit(uses, attempt))
  }

  /**
   * The same for a login. A device on which the customer has signed in before is counted alone, so that nobody else's
   * guesses keep its owner out.
   * @param device what tells that device from others; null for one that the customer has never used
   * @param inTurn runs the comparison when it is its turn. A failure is counted before the turn ends: so of guesses that
   *   come at once no more are compared than are allowed, and as many as have their turn together
   */
  async function evaluateLogin<Found>(
    email: string,
    { network, device }: { network: string; device: string | null },
    compare: () => Promise<Found | null>,
    inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ): Promise<Found | null> {
    const uses: Use[] =
      device === null
        ? [...usesOf('login', email, network), [byEmail, email]]
        : [[byEmailAndNetwork('login'), email, `device ${device}`]]
    const all = [...uses, ...seenOf(email, network)]
    return isCounted('login', email, network, async () => {
      // Refused without waiting for a turn, where that is certain already.
      await check(...all)
      return inTurn(() => withAttemptLimit(all, compare))
    })
  }

  async function isCounted<Found>(
    purpose: Purpose,
    email: string,
    network: string,
    attempt: () => Promise<Found | null>,
  ): Promise<Found | null> {
    const event = `${realmOf(email)}.${events[realmOf(email)][purpose]}`
    const who = { who: securityLog.pseudonym(email), network: securityLog.pseudonym(network) }
    try {
      const result = await attempt()
      if (result === null) securityLog.logRefusal(`${event}Failed`, who)
      return result
    } catch (error) {
      if (error instanceof ShopError && error.code === 'limit.reached') securityLog.logRefusal(`${event}Locked`, who)
      throw error
    }
  }

  async function withAttemptLimit<Found>(uses: Use[], attempt: () => Promise<Found | null>): Promise<Found | null> {
    await check(...uses)
    const result = await attempt()
    await (result === null ? take(...uses) : check(...uses))
    return result
  }

  async function isThrottled(email: string | null, network: string): Promise<boolean> {
    const [ofNetwork = 0, ofEmail = 0] = await countsOf(...seenOf(email, network))
    return ofNetwork >= scaled(many.byNetwork) || ofEmail >= scaled(many.byEmail)
  }
}

function realmOf(email: string): Realm {
  return email.startsWith(staffPrefix) ? 'staff' : 'customers'
}

function seenOf(email: string | null, network: string): Use[] {
  const ofNetwork: Use = [failuresOfNetwork, network]
  return email === null ? [ofNetwork] : [ofNetwork, [failuresOfEmail, email]]
}

function usesOf(purpose: Purpose, email: string | null, network: string): Use[] {
  const ofNetwork: Use = [byNetwork(purpose), network]
  return email === null ? [ofNetwork] : [[byEmailAndNetwork(purpose), email, network], ofNetwork]
}
