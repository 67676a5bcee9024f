import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import { memoize } from '../platform/memoize.ts'

/** argon2id at OWASP's floor for servers: 19 MiB, two passes, one lane. */
const hashOptions = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash takes 19 MiB and most of a core: more than three at once in this process would slow down everybody's pages. Two
 * seconds are enough for the longest queue; later callers are told to retry.
 */
const hashingLimiter = createConcurrencyLimiter({
  maxConcurrent: 3,
  maxQueueLength: 100,
  maxWaitMs: 2_000,
  createRefusal: () => new ShopError('password.busy', { retryAfterSeconds: 5 }),
})

/** Runs password hashing work within the concurrency limit. */
export function withHashingSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  return hashingLimiter.run(work)
}

export function hashPassword(password: string): Promise<string> {
  return withHashingSlot(() => hash(password, hashOptions))
}

/** Compared with for an unknown e-mail, so that it takes the same time as a wrong password. */
const dummyHash = hashPassword(crypto.randomUUID())

/**
 * Whether the password matches the hash; without a hash, or an empty one, always false, in the same time. To be called within
 * `withHashingSlot`.
 */
export async function comparePasswordUnqueued(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isMatch = await verify(passwordHash || (await dummyHash), password)
  return isMatch && Boolean(passwordHash)
}

export function comparePassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return withHashingSlot(() => comparePasswordUnqueued(passwordHash, password))
}

/** Common Brazilian passwords that are missing from the common list. */
const brazilianPasswords = `senha1234 minhasenha administrador balcao123 brasil123 brasil2014 corinthians santos123 gremio123 internacional
  vasco123 jesuscristo deusefiel amoreterno teamo123 familia1 mudar123 mudarsenha acesso123 teste123 teste1234 159357159
  farmacia farmacia123 remedio123 01012009 01022010`

/** Some 50,000 of the most used passwords, in lower case (NIST SP 800-63B, section 5.1.1.2: refuse what is commonly used). */
const loadCommonPasswords = memoize(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...brazilianPasswords.split(/\s+/)])
})

/** The list leaves these out, as patterns: a short part repeated, and a run of neighbours, forwards or backwards. */
const repeatedPattern = /^(.{1,6}?)\1+$/u
const characterRuns = ['01234567890-=', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const keyboardSequences = characterRuns.flatMap((run) => [run, [...run].reverse().join('')])

/** The signs and digits that many put behind a common password: "Senha@2026". */
const suffixPattern = /\P{L}{1,6}$/u

/** Normalized variants that an attacker would try: in lower case, without accents, and without a suffix. */
function listNormalizedVariants(password: string): string[] {
  const lowerCase = password.toLowerCase()
  const unaccented = lowerCase.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return [lowerCase, unaccented, unaccented.replace(suffixPattern, '')]
}

/** Rejects easily guessed passwords. There are no rules on characters: they lead to weaker passwords. */
export async function assertPasswordNotGuessable(password: string, email: string): Promise<void> {
  const lowerCase = password.toLowerCase()
  const variants = listNormalizedVariants(password)
  const normalizedEmail = email.toLowerCase()
  const localPart = normalizedEmail.split('@')[0] ?? ''
  if (variants.includes(normalizedEmail) || variants.includes(localPart))
    throw new ShopError('password.isEmail', { input: 'password' })
  const commonPasswords = await loadCommonPasswords()
  const isCommon = variants.some((variant) => commonPasswords.has(variant))
  if (isCommon || repeatedPattern.test(lowerCase) || keyboardSequences.some((run) => run.includes(lowerCase))) {
    throw new ShopError('password.common', { input: 'password' })
  }
}
