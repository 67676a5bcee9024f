import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { addMinutes, type Clock } from './clock.ts'
import { ShopError } from './errors.ts'

/** How long a challenge may be solved, in minutes. */
const challengeLifetimeMinutes = 10
/** A second or two of work for a phone; the server verifies a single signature. */
const proofOfWorkParameters = { algorithm: 'PBKDF2/SHA-256', cost: 1000 }
const proofOfWorkCounterRange = { min: 500, max: 1500 }

const CaptchaPayloadSchema = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({ nonce: z.string(), data: z.object({ expires: z.string() }) }),
  }),
  solution: z.looseObject({ counter: z.number() }),
})

/**
 * ALTCHA's proof of work, made and checked by the shop itself. Without a key (CAPTCHA_KEY) it is disabled. A solution counts
 * once, in all processes of the shop.
 * @param claimOnce whether nobody claimed a nonce before
 */
export function createCaptchaService(
  captchaKey: string | undefined,
  clock: Clock,
  claimOnce: (name: string, nonce: string, lifetimeMinutes: number) => Promise<boolean>,
) {
  return { isEnabled: captchaKey !== undefined, issueChallenge, assertSolved }

  /** A challenge as ALTCHA's widget takes it; null where it is disabled. */
  async function issueChallenge() {
    if (captchaKey === undefined) return null
    return createChallenge({
      ...proofOfWorkParameters,
      counter: randomInt(proofOfWorkCounterRange.min, proofOfWorkCounterRange.max),
      data: { expires: addMinutes(clock.now(), challengeLifetimeMinutes).toISOString() },
      deriveKey,
      hmacSignatureSecret: captchaKey,
      hmacKeySignatureSecret: `${captchaKey}:solution`,
    })
  }

  /** @param captchaToken base64 of the solved challenge's JSON, as the widget sends it */
  async function assertSolved(captchaToken: unknown): Promise<void> {
    if (captchaKey === undefined) return
    const payload =
      typeof captchaToken === 'string' ? CaptchaPayloadSchema.safeParse(tryParseBase64Json(captchaToken)) : null
    if (!payload?.success || !(await verifyAndSpendSolution(payload.data, captchaKey))) {
      throw new ShopError('captcha.refused', { input: 'captcha' })
    }
  }

  async function verifyAndSpendSolution(
    payload: z.infer<typeof CaptchaPayloadSchema>,
    hmacKey: string,
  ): Promise<boolean> {
    const { nonce, data } = payload.challenge.parameters
    if (!(new Date(data.expires) > clock.now())) return false
    const { verified } = await verifySolution({
      ...(payload as unknown as Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>),
      deriveKey,
      hmacSignatureSecret: hmacKey,
      hmacKeySignatureSecret: `${hmacKey}:solution`,
    }).catch(() => ({ verified: false }))
    return verified && claimOnce('captcha', nonce, challengeLifetimeMinutes)
  }
}

function tryParseBase64Json(base64Text: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64Text, 'base64').toString())
  } catch {
    return null
  }
}
