import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { addMinutes, type Clock } from './clock.ts'
import { ShopError } from './errors.ts'

/** How long a challenge may be solved, in minutes. */
const challengeLifetimeMinutes = 10
/** A second or two of work for a phone; the server verifies a single signature. */
const proofOfWork = { algorithm: 'PBKDF2/SHA-256', cost: 1000 }
const counterRange = { min: 500, max: 1500 }

const PayloadSchema = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({ nonce: z.string(), data: z.object({ expires: z.string() }) }),
  }),
  solution: z.looseObject({ counter: z.number() }),
})

/**
 * ALTCHA's proof of work, made and checked by the shop itself. Without a key (CAPTCHA_KEY) it is disabled. A solution counts
 * once: used nonces are kept in this process until they would have expired.
 */
export function createCaptcha(key: string | undefined, clock: Clock) {
  const spentNonces = new Map<string, Date>()
  return { isEnabled: key !== undefined, issueChallenge, assertSolved }

  /** A challenge as ALTCHA's widget takes it; null where it is disabled. */
  async function issueChallenge() {
    if (key === undefined) return null
    return createChallenge({
      ...proofOfWork,
      counter: randomInt(counterRange.min, counterRange.max),
      data: { expires: addMinutes(clock.now(), challengeLifetimeMinutes).toISOString() },
      deriveKey,
      hmacSignatureSecret: key,
      hmacKeySignatureSecret: `${key}:solution`,
    })
  }

  /**
   * @param token base64 of the solved challenge's JSON, as the widget sends it
   * @throws ShopError "captcha.refused"
   */
  async function assertSolved(token: unknown): Promise<void> {
    if (key === undefined) return
    const payload = typeof token === 'string' ? PayloadSchema.safeParse(parseBase64Json(token)) : null
    if (!payload?.success || !(await verifyAndSpendSolution(payload.data, key))) {
      throw new ShopError('captcha.refused', { input: 'captcha' })
    }
  }

  async function verifyAndSpendSolution(payload: z.infer<typeof PayloadSchema>, secret: string): Promise<boolean> {
    const now = clock.now()
    for (const [nonce, expiresAt] of spentNonces) if (expiresAt < now) spentNonces.delete(nonce)
    const { nonce, data } = payload.challenge.parameters
    const expiresAt = new Date(data.expires)
    if (!(expiresAt > now) || spentNonces.has(nonce)) return false
    const { verified } = await verifySolution({
      ...(payload as unknown as Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>),
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: `${secret}:solution`,
    }).catch(() => ({ verified: false }))
    // Checked again after the await: the same solution may have been sent twice at once.
    if (!verified || spentNonces.has(nonce)) return false
    spentNonces.set(nonce, expiresAt)
    return true
  }
}

function parseBase64Json(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return null
  }
}
