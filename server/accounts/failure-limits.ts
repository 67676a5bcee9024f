import { ShopError } from '../platform/errors.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import type { AttemptLimit, Attempts, LimitKey } from './attempts.ts'

export type FailureLimits = ReturnType<typeof createFailureLimits>

/**
 * What somebody tries to prove: who they are, with a password or with a recovery code; or, signed in already, that it is
 * still they. Each is counted apart: guessed passwords must not keep the customer from recovering the account.
 */
type Purpose = 'login' | 'recovery' | 'confirmation'

/** Wrong passwords, wrong codes and unknown e-mails in 15 minutes. Many people may share one network. */
const emailAndNetworkLimit = (purpose: Purpose): AttemptLimit => ({ name: `${purpose} failed`, max: 10, minutes: 15 })
const networkLimit = (purpose: Purpose): AttemptLimit => ({ name: `${purpose} failed, network`, max: 100, minutes: 15 })
/** Wrong passwords of one e-mail from anywhere: far more than a customer types, so only strangers have to wait for long. */
const emailLimit: AttemptLimit = { name: 'login failed, email', free: 50, maxDelaySeconds: 15 * 60 }
/** All failures, which refuse nothing: from so many on, a form must have been open for a minimum time. */
const emailFailureCounter: AttemptLimit = { name: 'failures, email', max: Number.POSITIVE_INFINITY, minutes: 15 }
const networkFailureCounter: AttemptLimit = { name: 'failures, network', max: Number.POSITIVE_INFINITY, minutes: 15 }
const throttleThresholds = { byEmail: 3, byNetwork: 30 }

/** Who tries, as the limits' keys and the security log tell them apart. An e-mail may be a customer's and one of the staff's. */
type Realm = 'customers' | 'staff'

/** Events of the security log, without their ends `Failed` and `Locked`. */
const securityEvents: Record<Realm, Record<Purpose, string>> = {
  customers: { login: 'signIn', recovery: 'recovery', confirmation: 'confirmation' },
  // Whom the counter asks for a code has given the password already.
  staff: { login: 'signIn', recovery: 'recovery', confirmation: 'secondFactor' },
}

/** Before the e-mails of the staff. */
const staffPrefix = 'staff '

/** How one of the staff is counted. */
export function toStaffKey(email: string): string {
  return staffPrefix + email
}

/** Counts failed attempts to sign in or prove an identity, and tells the security log of them. */
export function createFailureLimits(
  { assertAllowed, consume, listCounts, scaleLimit }: Attempts,
  securityLog: SecurityLog,
) {
  return { countHastyForm, evaluate, evaluateLogin, isThrottled }

  /**
   * Counts a form sent in haste like a failed login, but not against the e-mail as a whole: it tried no password.
   * @param email in lower case; null where only the network counts
   * @throws ShopError "limit.reached"
   */
  function countHastyForm(email: string | null, network: string): Promise<void> {
    return consume(...limitKeysOf('login', email, network), ...counterKeysOf(email, network))
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
    const limitKeys = [...limitKeysOf(purpose, email, network), ...counterKeysOf(email, network)]
    return logFailures(purpose, email, network, () => withAttemptLimit(limitKeys, attempt))
  }

  /**
   * The same for a login. A device on which the customer has signed in before is counted alone, so that nobody else's
   * guesses keep its owner out.
   * @param device what tells that device from others; null for one that the customer has never used
   * @param runQueued runs the comparison when it is its turn. A failure is counted before the turn ends: so of guesses that
   *   come at once no more are compared than are allowed, and as many as have their turn together
   */
  async function evaluateLogin<Found>(
    email: string,
    { network, device }: { network: string; device: string | null },
    compare: () => Promise<Found | null>,
    runQueued: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ): Promise<Found | null> {
    const limitKeys: LimitKey[] =
      device === null
        ? [...limitKeysOf('login', email, network), [emailLimit, email]]
        : [[emailAndNetworkLimit('login'), email, `device ${device}`]]
    const allLimitKeys = [...limitKeys, ...counterKeysOf(email, network)]
    return logFailures('login', email, network, async () => {
      // Refused without waiting for a turn, where that is certain already.
      await assertAllowed(...allLimitKeys)
      return runQueued(() => withAttemptLimit(allLimitKeys, compare))
    })
  }

  async function logFailures<Found>(
    purpose: Purpose,
    email: string,
    network: string,
    attempt: () => Promise<Found | null>,
  ): Promise<Found | null> {
    const event = `${realmOf(email)}.${securityEvents[realmOf(email)][purpose]}`
    const logFields = { who: securityLog.pseudonymize(email), network: securityLog.pseudonymize(network) }
    try {
      const result = await attempt()
      if (result === null) securityLog.logRefusal(`${event}Failed`, logFields)
      return result
    } catch (error) {
      if (error instanceof ShopError && error.code === 'limit.reached')
        securityLog.logRefusal(`${event}Locked`, logFields)
      throw error
    }
  }

  async function withAttemptLimit<Found>(
    limitKeys: LimitKey[],
    attempt: () => Promise<Found | null>,
  ): Promise<Found | null> {
    await assertAllowed(...limitKeys)
    const result = await attempt()
    await (result === null ? consume(...limitKeys) : assertAllowed(...limitKeys))
    return result
  }

  async function isThrottled(email: string | null, network: string): Promise<boolean> {
    const [networkCount = 0, emailCount = 0] = await listCounts(...counterKeysOf(email, network))
    return (
      networkCount >= scaleLimit(throttleThresholds.byNetwork) || emailCount >= scaleLimit(throttleThresholds.byEmail)
    )
  }
}

function realmOf(email: string): Realm {
  return email.startsWith(staffPrefix) ? 'staff' : 'customers'
}

function counterKeysOf(email: string | null, network: string): LimitKey[] {
  const networkKey: LimitKey = [networkFailureCounter, network]
  return email === null ? [networkKey] : [networkKey, [emailFailureCounter, email]]
}

function limitKeysOf(purpose: Purpose, email: string | null, network: string): LimitKey[] {
  const networkKey: LimitKey = [networkLimit(purpose), network]
  return email === null ? [networkKey] : [[emailAndNetworkLimit(purpose), email, network], networkKey]
}
