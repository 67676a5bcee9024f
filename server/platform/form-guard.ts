import { createHmac, timingSafeEqual } from 'node:crypto'
import { addMinutes, type Clock } from './clock.ts'
import { ShopError } from './errors.ts'
import { normalizeInput } from './user-input.ts'

/** Minutes for which a page may stay open, or be restored by the back button. */
const formTokenLifetimeMinutes = 24 * 60
/** A form sent sooner after it was fetched was not filled in by a person. */
const minFormAgeMs = 2_000

interface FormGuardFields {
  /** Null or empty where the form was sent without having been fetched, or by scripts that had no token for it. */
  formToken: string | null
  /** A field that people don't see. */
  honeypot: string
  /** A form that must have been open for a while, even before any failure: a captcha was required and not solved. */
  isSuspicious?: boolean
  /** The e-mail address in the form, if it has one. */
  email: string | null
}

interface Deps {
  clock: Clock
  /** Failed attempts to sign in: by e-mail address (null where the form has none) and network. */
  failureLimiter: {
    isThrottled(email: string | null, clientNetwork: string): Promise<boolean>
    countHastySubmission(email: string | null, clientNetwork: string): Promise<void>
  }
  /** Newest first: the first signs, any of them verifies (SESSION_SECRETS). */
  signingSecrets: string[]
}

/**
 * Keeps robots from forms that anyone may send, or that commit to something: a signed token holds the time of the request,
 * and a hidden honeypot field must stay empty. After many failures, and for a suspicious form, the token is required, and must
 * be at least `minFormAgeMs` old.
 */
export function createFormGuard({ clock, failureLimiter, signingSecrets }: Deps) {
  return { createFormToken, assertHumanSubmission }

  /** The time in seconds and its signature: 29 characters. Also valid on a page restored from the browser's cache. */
  function createFormToken(): string {
    const timestamp = Math.floor(clock.now().getTime() / 1000).toString(36)
    return `${timestamp}.${signTimestamp(timestamp, signingSecrets[0] ?? '')}`
  }

  /**
   * @param clientNetwork the address the request came from
   * @throws ShopError "form.refused" for a forged token, or a filled honeypot; "form.outdated" for an old token; "form.hasty",
   *   which counts as a failure, so that it ends in "limit.reached"
   */
  async function assertHumanSubmission(
    { formToken, honeypot, email, isSuspicious = false }: FormGuardFields,
    clientNetwork: string,
  ): Promise<void> {
    const fetchedAt = formToken ? readFormToken(formToken) : null
    if (honeypot !== '') throw new ShopError('form.refused')
    if (fetchedAt && clock.now() > addMinutes(fetchedAt, formTokenLifetimeMinutes)) throw new ShopError('form.outdated')
    const normalizedEmail = email === null ? null : normalizeInput(email).toLowerCase()
    if (!isSuspicious && !(await failureLimiter.isThrottled(normalizedEmail, clientNetwork))) return
    if (fetchedAt !== null && clock.now().getTime() - fetchedAt.getTime() >= minFormAgeMs) return
    await failureLimiter.countHastySubmission(normalizedEmail, clientNetwork)
    throw new ShopError('form.hasty')
  }

  /** @returns when the form was fetched. @throws ShopError "form.refused" for a forged token */
  function readFormToken(formToken: string): Date {
    const [timestamp = '', sentSignature = ''] = formToken.split('.')
    if (!signingSecrets.some((secret) => isSameSignature(sentSignature, signTimestamp(timestamp, secret))))
      throw new ShopError('form.refused')
    return new Date(Number.parseInt(timestamp, 36) * 1000)
  }
}

/** 132 bits of it: more would only be longer. */
function signTimestamp(timestamp: string, secret: string): string {
  return createHmac('sha256', secret).update(`form fetched at ${timestamp}`).digest('base64url').slice(0, 22)
}

function isSameSignature(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)]
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes)
}
