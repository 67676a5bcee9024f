/** Counts failed attempts to sign in or prove an identity, and tells the security log of them. */

import type { Context, OutsideTransaction } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import type { AttemptLimit, LimitKey } from './attempt-limiter.ts'
import { assertAllowed, consume, listAttemptCounts, scaleLimit } from './attempt-limiter.ts'

/**
 * What somebody tries to prove: who they are, with a password or with a recovery code; or, signed in already, that it is
 * still they. Each is counted apart: guessed passwords must not keep the customer from recovering the account.
 */
type AttemptPurpose = 'login' | 'recovery' | 'confirmation'

/** Wrong passwords, wrong codes and unknown e-mails in 15 minutes. Many people may share one network. */
const createEmailAndNetworkLimit = (purpose: AttemptPurpose): AttemptLimit => ({
  name: `${purpose} failed`,
  maxAttempts: 10,
  periodMinutes: 15,
})
const createNetworkLimit = (purpose: AttemptPurpose): AttemptLimit => ({
  name: `${purpose} failed, network`,
  maxAttempts: 100,
  periodMinutes: 15,
  scope: 'network',
})
/** Wrong passwords of one e-mail from anywhere: far more than a customer types, so only strangers have to wait for long. */
const loginEmailLimit: AttemptLimit = { name: 'login failed, email', freeAttempts: 50, maxDelaySeconds: 15 * 60 }
/** All failures, which refuse nothing: from so many on, a form must have been open for a minimum time. */
const emailFailureCounter: AttemptLimit = {
  name: 'failures, email',
  maxAttempts: Number.POSITIVE_INFINITY,
  periodMinutes: 15,
}
const networkFailureCounter: AttemptLimit = {
  name: 'failures, network',
  maxAttempts: Number.POSITIVE_INFINITY,
  periodMinutes: 15,
}
const throttleThresholds = { byEmail: 3, byNetwork: 30 }

/** Who tries, as the limits' keys and the security log tell them apart. An e-mail may be a customer's and one of the staff's. */
type Realm = 'customers' | 'staff'

/** Events of the security log, without their ends `Failed` and `Locked`. */
const securityEventPrefixes: Record<Realm, Record<AttemptPurpose, string>> = {
  customers: { login: 'signIn', recovery: 'recovery', confirmation: 'confirmation' },
  // Whoever the back office asks for a code has given the password already.
  staff: { login: 'signIn', recovery: 'recovery', confirmation: 'secondFactor' },
}

/** Before the e-mails of the staff. */
const staffPrefix = 'staff '

/** How one of the staff is counted. */
export function toStaffFailureKey(email: string): string {
  return staffPrefix + email
}

/**
 * Counts a form sent in haste like a failed login, but not against the e-mail as a whole: it tried no password.
 * @param email in lower case; null where only the network counts
 * @throws ShopError "limit.reached"
 */
export function countHastySubmission(
  ctx: OutsideTransaction,
  email: string | null,
  clientNetwork: string,
): Promise<void> {
  return consume(ctx, ...buildLimitKeys('login', email, clientNetwork), ...buildCounterKeys(email, clientNetwork))
}

/**
 * Runs an attempt, and counts a failure when it gives null. Of concurrent attempts, those that end after the limit was
 * reached are refused without their result.
 * @param email in lower case
 * @throws ShopError "limit.reached"
 */
export function evaluateAttempt<Found>(
  ctx: OutsideTransaction,
  email: string,
  clientNetwork: string,
  attempt: () => Promise<Found | null>,
  purpose: 'recovery' | 'confirmation' = 'confirmation',
): Promise<Found | null> {
  const limitKeys = [...buildLimitKeys(purpose, email, clientNetwork), ...buildCounterKeys(email, clientNetwork)]
  return withFailureLog(ctx, purpose, email, clientNetwork, () => withAttemptLimit(ctx, limitKeys, attempt))
}

/**
 * The same for a login. A device on which the customer has signed in before is counted alone, so that nobody else's
 * guesses keep its owner out.
 * @param deviceKey what tells that device from others; null for one that the customer has never used
 * @param runQueued runs the comparison when it is its turn. A failure is counted before the turn ends: so of guesses that
 *   come at once no more are compared than are allowed, and as many as have their turn together
 */
export async function evaluateLogin<Found>(
  ctx: OutsideTransaction,
  email: string,
  { clientNetwork, deviceKey }: { clientNetwork: string; deviceKey: string | null },
  compare: () => Promise<Found | null>,
  runQueued: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Promise<Found | null> {
  const limitKeys: LimitKey[] =
    deviceKey === null
      ? [...buildLimitKeys('login', email, clientNetwork), [loginEmailLimit, email]]
      : [[createEmailAndNetworkLimit('login'), email, `device ${deviceKey}`]]
  const allLimitKeys = [...limitKeys, ...buildCounterKeys(email, clientNetwork)]
  return withFailureLog(ctx, 'login', email, clientNetwork, async () => {
    // Refused without waiting for a turn, where that is certain already.
    await assertAllowed(ctx, ...allLimitKeys)
    return runQueued(() => withAttemptLimit(ctx, allLimitKeys, compare))
  })
}

async function withFailureLog<Found>(
  ctx: Context,
  purpose: AttemptPurpose,
  email: string,
  clientNetwork: string,
  attempt: () => Promise<Found | null>,
): Promise<Found | null> {
  const eventPrefix = `${realmOf(email)}.${securityEventPrefixes[realmOf(email)][purpose]}`
  const logFields = { who: ctx.securityLog.pseudonymize(email), network: ctx.securityLog.pseudonymize(clientNetwork) }
  try {
    const result = await attempt()
    if (result === null) ctx.securityLog.logRefusal(`${eventPrefix}Failed`, logFields)
    return result
  } catch (error) {
    if (error instanceof ShopError && error.code === 'limit.reached')
      ctx.securityLog.logRefusal(`${eventPrefix}Locked`, logFields)
    throw error
  }
}

async function withAttemptLimit<Found>(
  ctx: Context,
  limitKeys: LimitKey[],
  attempt: () => Promise<Found | null>,
): Promise<Found | null> {
  await assertAllowed(ctx, ...limitKeys)
  const result = await attempt()
  await (result === null ? consume(ctx, ...limitKeys) : assertAllowed(ctx, ...limitKeys))
  return result
}

export async function isThrottled(ctx: Context, email: string | null, clientNetwork: string): Promise<boolean> {
  const [networkCount = 0, emailCount = 0] = await listAttemptCounts(ctx, ...buildCounterKeys(email, clientNetwork))
  return (
    networkCount >= scaleLimit(ctx, throttleThresholds.byNetwork) ||
    emailCount >= scaleLimit(ctx, throttleThresholds.byEmail)
  )
}

function realmOf(email: string): Realm {
  return email.startsWith(staffPrefix) ? 'staff' : 'customers'
}

/** A store's people share its network with customers on its Wi-Fi: the failures of these do not keep them out. */
function toNetworkKey(email: string | null, clientNetwork: string): string {
  return email !== null && realmOf(email) === 'staff' ? staffPrefix + clientNetwork : clientNetwork
}

function buildCounterKeys(email: string | null, clientNetwork: string): LimitKey[] {
  const networkKey: LimitKey = [networkFailureCounter, toNetworkKey(email, clientNetwork)]
  return email === null ? [networkKey] : [networkKey, [emailFailureCounter, email]]
}

function buildLimitKeys(purpose: AttemptPurpose, email: string | null, clientNetwork: string): LimitKey[] {
  const networkKey: LimitKey = [createNetworkLimit(purpose), toNetworkKey(email, clientNetwork)]
  return email === null ? [networkKey] : [[createEmailAndNetworkLimit(purpose), email, clientNetwork], networkKey]
}
