import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Database, Transaction } from '../database/connection.ts'
import { isUniqueViolation } from '../database/failures.ts'
import type { Row } from '../database/schema.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { stripInvisible } from '../platform/user-input.ts'
import { asStaff, type Failures } from './failures.ts'

/** How many one person may have. */
const maxPasskeys = 10
const challengeMinutes = 5
const maxNameLength = 40
/** EdDSA, ES256, RS256: the library's own choice begins with an algorithm that is still an experiment. */
const algorithms = [-8, -7, -257]
/** More than any authenticator answers. */
const maxAnswerLength = 16_000

export interface Passkey {
  id: string
  name: string
  createdAt: Date
  usedAt: Date | null
}

/** Whose passkeys: each is asked for on pages of its own, and none opens the other's. */
type HolderColumn = 'customer_id' | 'staff_id'

interface Deps {
  database: Database
  clock: Clock
  failures: Failures
  securityLog: SecurityLog
  /** Keys the challenges. */
  secret: string
  holder: HolderColumn
  /** The pages' own origin, from the configuration: passkeys belong to its host for good. */
  origin: () => string
  shopName: string
}

export type Passkeys = ReturnType<typeof createPasskeys>

/**
 * Passkeys (WebAuthn): a device proves to have a key, and its holder to be there. A challenge is signed and holds its own end, so that
 * pages may offer one without a session; each is answered once.
 */
export function createPasskeys(deps: Deps) {
  const { database, clock, failures, securityLog, secret, holder, origin, shopName } = deps
  const { db } = database
  return { signInOptions, registrationOptions, register, judgeSignIn, list, rename, remove, removeAll, eraseExpired }

  /** What a browser's `navigator.credentials.get` takes, as JSON. */
  function signInOptions(): string {
    return JSON.stringify({
      challenge: newChallenge('signIn'),
      rpId: hostOf(origin()),
      timeout: challengeMinutes * 60_000,
      userVerification: 'required',
    })
  }

  /** What `navigator.credentials.create` takes, for somebody who has just proved to be the holder. */
  async function registrationOptions(holderId: number, email: string): Promise<string> {
    const existingPasskeys = await list(holderId)
    if (existingPasskeys.length >= maxPasskeys) throw new ShopError('passkey.tooMany', { max: maxPasskeys })
    return JSON.stringify({
      challenge: newChallenge(registrationOf(holderId)),
      rp: { id: hostOf(origin()), name: shopName },
      // Random: authenticators show and synchronise it, so it tells nothing.
      user: { id: randomBytes(16).toString('base64url'), name: email, displayName: email },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeMinutes * 60_000,
      attestation: 'none',
      excludeCredentials: existingPasskeys.map(({ id }) => ({ id, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
  }

  /**
   * Keeps a passkey that a browser has made.
   * @param alsoWrite what else is written in that transaction
   * @throws ShopError "passkey.refused", "passkey.name", "passkey.taken", "passkey.tooMany"
   */
  async function register(
    holderId: number,
    { answer, name }: { answer: string; name: string },
    alsoWrite: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const label = readName(name)
    const credential = await verifiedRegistration(holderId, answer)
    const row = {
      id: credential.id,
      customer_id: null,
      staff_id: null,
      [holder]: holderId,
      name: label,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      created_at: clock.now().toISOString(),
      used_at: null,
    }
    try {
      await database.transact(async (tx) => {
        await tx.insertInto('passkey').values(row).execute()
        const rows = await tx.selectFrom('passkey').select('id').where(holder, '=', holderId).execute()
        if (rows.length > maxPasskeys) throw new ShopError('passkey.tooMany', { max: maxPasskeys })
        await alsoWrite(tx)
      })
    } catch (error) {
      throw isUniqueViolation(error) ? new ShopError('passkey.taken') : error
    }
  }

  async function verifiedRegistration(holderId: number, answer: string) {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const response = readAnswer<RegistrationResponseJSON>(answer)
    const outcome = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(challenge, registrationOf(holderId)),
      expectedOrigin: origin(),
      expectedRPID: hostOf(origin()),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(refused)
    if (!outcome.verified) throw new ShopError('passkey.refused')
    return outcome.registrationInfo.credential
  }

  /**
   * Whose passkey signs in. One that is unknown, removed, of another origin or wrongly signed is refused in the same words, and counts
   * like a wrong password.
   * @throws ShopError "passkey.refused", "passkey.cloned", "limit.reached"
   */
  async function judgeSignIn(answer: string, network: string): Promise<number> {
    const response = readAnswer<AuthenticationResponseJSON>(answer)
    const row = await db
      .selectFrom('passkey')
      .selectAll()
      .where('id', '=', String(response.id))
      .where(holder, 'is not', null)
      .executeTakeFirst()
    const key = row ? `passkey ${row[holder]}` : 'passkey'
    const counter = await failures.evaluateLogin(
      holder === 'staff_id' ? asStaff(key) : key,
      { network, device: null },
      async () => (row ? verifiedCounter(row, response) : null),
      (work) => work(),
    )
    const holderId = row?.[holder]
    if (!row || counter === null || !holderId) throw new ShopError('passkey.refused')
    await countUse(row, counter)
    return holderId
  }

  /** Null where it is refused. */
  async function verifiedCounter(row: Row<'passkey'>, response: AuthenticationResponseJSON): Promise<number | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const outcome = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(challenge, 'signIn'),
      expectedOrigin: origin(),
      expectedRPID: hostOf(origin()),
      requireUserVerification: true,
      // `countUse` compares the counter: of a copied key its holder is told.
      credential: { id: row.id, publicKey: Buffer.from(row.public_key, 'base64url'), counter: 0 },
    }).catch(() => null)
    return outcome?.verified ? outcome.authenticationInfo.newCounter : null
  }

  /** A counter that has not grown is that of a copy; a synchronised passkey's stays 0. Of two uses at once one is counted. */
  async function countUse(row: Row<'passkey'>, counter: number): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ counter, used_at: clock.now().toISOString() })
      .where('id', '=', row.id)
      .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]))
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return
    const who = securityLog.pseudonym(`passkey ${row[holder]}`)
    securityLog.logRefusal(holder === 'staff_id' ? 'staff.passkeyCloned' : 'customers.passkeyCloned', { who })
    throw new ShopError('passkey.cloned')
  }

  /** The newest first. */
  async function list(holderId: number): Promise<Passkey[]> {
    const rows = await db
      .selectFrom('passkey')
      .select(['id', 'name', 'created_at', 'used_at'])
      .where(holder, '=', holderId)
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      createdAt: new Date(created_at),
      usedAt: used_at === null ? null : new Date(used_at),
    }))
  }

  /** @throws ShopError "passkey.name", "passkey.unknown" */
  async function rename(holderId: number, id: string, name: string): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ name: readName(name) })
      .where(holder, '=', holderId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('passkey.unknown')
  }

  /** @throws ShopError "passkey.unknown" for one that is unknown or somebody else's */
  async function remove(holderId: number, id: string, alsoWrite: (tx: Transaction) => Promise<void>): Promise<void> {
    await database.transact(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('passkey')
        .where(holder, '=', holderId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) throw new ShopError('passkey.unknown')
      await alsoWrite(tx)
    })
  }

  async function removeAll(tx: Transaction, holderId: number): Promise<void> {
    await tx.deleteFrom('passkey').where(holder, '=', holderId).execute()
  }

  async function eraseExpired(): Promise<void> {
    await db.deleteFrom('passkey_answer').where('expires_at', '<=', clock.now().toISOString()).execute()
  }

  function newChallenge(purpose: string): string {
    const body = Buffer.concat([Buffer.alloc(6), randomBytes(16)])
    body.writeUIntBE(minutesAfter(clock.now(), challengeMinutes).getTime(), 0, 6)
    return Buffer.concat([body, macOf(body, purpose)]).toString('base64url')
  }

  /** Whether it is ours, for this purpose, not over, and answered for the first time. */
  async function spendChallenge(challenge: string, purpose: string): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url')
    if (bytes.length !== 38) return false
    const [body, mac] = [bytes.subarray(0, 22), bytes.subarray(22)]
    const expiresAt = new Date(body.readUIntBE(0, 6))
    if (!timingSafeEqual(mac, macOf(body, purpose)) || expiresAt <= clock.now()) return false
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('passkey_answer')
      .values({ challenge: bytes.toString('base64url'), expires_at: expiresAt.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  function macOf(body: Uint8Array, purpose: string): Buffer {
    return createHmac('sha256', secret).update(`passkey ${holder} ${purpose} `).update(body).digest().subarray(0, 16)
  }
}

const registrationOf = (holderId: number) => `register ${holderId}`

function hostOf(origin: string): string {
  return new URL(origin).hostname
}

/** @throws ShopError "passkey.refused" */
function readAnswer<Answer extends { id: string }>(answer: string): Answer {
  try {
    const value = JSON.parse(answer.slice(0, maxAnswerLength))
    if (typeof value?.id === 'string' && typeof value.response === 'object') return value
  } catch {
    // Told below.
  }
  throw new ShopError('passkey.refused')
}

function refused(): never {
  throw new ShopError('passkey.refused')
}

/** @throws ShopError "passkey.name" */
function readName(typedName: string): string {
  const name = stripInvisible(typedName).trim()
  if (name === '' || name.length > maxNameLength || /[\r\n]/.test(name))
    throw new ShopError('passkey.name', { input: 'name' })
  return name
}
