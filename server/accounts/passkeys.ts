import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Database, Transaction } from '../database/connection.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { stripInvisibleChars } from '../platform/user-input.ts'
import { type FailureLimiter, toStaffFailureKey } from './failure-limiter.ts'

/** How many one person may have. */
const maxPasskeys = 10
const challengeLifetimeMinutes = 5
const maxNameLength = 40
/** EdDSA, ES256, RS256: the library's own choice begins with an algorithm that is still an experiment. */
const supportedAlgorithmIds = [-8, -7, -257]
/** More than any authenticator answers. */
const maxResponseLength = 16_000

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
  failureLimiter: FailureLimiter
  securityLog: SecurityLog
  /** Keys the challenges. */
  hmacSecret: string
  holderColumn: HolderColumn
  /** The pages' own origin, from the configuration: passkeys belong to its host for good. */
  getOrigin: () => string
  shopName: string
}

export type PasskeyService = ReturnType<typeof createPasskeyService>

/**
 * Passkeys (WebAuthn): a device proves to have a key, and its holder to be there. A challenge is signed and holds its own end, so that
 * pages may offer one without a session; each is answered once.
 */
export function createPasskeyService(deps: Deps) {
  const { database, clock, failureLimiter, securityLog, hmacSecret, holderColumn, getOrigin, shopName } = deps
  const { db } = database
  return {
    createSignInOptions,
    createRegistrationOptions,
    register,
    verifySignIn,
    list,
    rename,
    remove,
    removeAll,
    eraseExpired,
  }

  /** What a browser's `navigator.credentials.get` takes, as JSON. */
  function createSignInOptions(): string {
    return JSON.stringify({
      challenge: createChallenge('signIn'),
      rpId: hostOf(getOrigin()),
      timeout: challengeLifetimeMinutes * 60_000,
      userVerification: 'required',
    })
  }

  /** What `navigator.credentials.create` takes, for somebody who has just proved to be the holder. */
  async function createRegistrationOptions(holderId: number, email: string): Promise<string> {
    const existingPasskeys = await list(holderId)
    if (existingPasskeys.length >= maxPasskeys) throw new ShopError('passkey.tooMany', { max: maxPasskeys })
    return JSON.stringify({
      challenge: createChallenge(registrationPurposeOf(holderId)),
      rp: { id: hostOf(getOrigin()), name: shopName },
      // Random: authenticators show and synchronise it, so it tells nothing.
      user: { id: randomBytes(16).toString('base64url'), name: email, displayName: email },
      pubKeyCredParams: supportedAlgorithmIds.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeLifetimeMinutes * 60_000,
      attestation: 'none',
      excludeCredentials: existingPasskeys.map(({ id }) => ({ id, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
  }

  /**
   * Stores a passkey that a browser has made.
   * @param transactionHook what else is written in that transaction
   * @throws ShopError "passkey.refused", "passkey.name", "passkey.taken", "passkey.tooMany"
   */
  async function register(
    holderId: number,
    { answer: responseJson, name }: { answer: string; name: string },
    transactionHook: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const passkeyName = parseName(name)
    const credential = await verifyRegistration(holderId, responseJson)
    const row = {
      id: credential.id,
      customer_id: null,
      staff_id: null,
      [holderColumn]: holderId,
      name: passkeyName,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      created_at: clock.now().toISOString(),
      used_at: null,
    }
    try {
      await database.transact(async (tx) => {
        await tx.insertInto('passkey').values(row).execute()
        const rows = await tx.selectFrom('passkey').select('id').where(holderColumn, '=', holderId).execute()
        if (rows.length > maxPasskeys) throw new ShopError('passkey.tooMany', { max: maxPasskeys })
        await transactionHook(tx)
      })
    } catch (error) {
      throw isUniqueViolation(error) ? new ShopError('passkey.taken') : error
    }
  }

  async function verifyRegistration(holderId: number, responseJson: string) {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const response = parseResponse<RegistrationResponseJSON>(responseJson)
    const outcome = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => consumeChallenge(challenge, registrationPurposeOf(holderId)),
      expectedOrigin: getOrigin(),
      expectedRPID: hostOf(getOrigin()),
      requireUserVerification: true,
      supportedAlgorithmIDs: supportedAlgorithmIds,
    }).catch(throwPasskeyRefused)
    if (!outcome.verified) throw new ShopError('passkey.refused')
    return outcome.registrationInfo.credential
  }

  /**
   * Whose passkey signs in. One that is unknown, removed, of another origin or wrongly signed is refused in the same words, and counts
   * like a wrong password.
   * @throws ShopError "passkey.refused", "passkey.cloned", "limit.reached"
   */
  async function verifySignIn(responseJson: string, clientNetwork: string): Promise<number> {
    const response = parseResponse<AuthenticationResponseJSON>(responseJson)
    const row = await db
      .selectFrom('passkey')
      .selectAll()
      .where('id', '=', String(response.id))
      .where(holderColumn, 'is not', null)
      .executeTakeFirst()
    const failureKey = row ? `passkey ${row[holderColumn]}` : 'passkey'
    const counter = await failureLimiter.evaluateLogin(
      holderColumn === 'staff_id' ? toStaffFailureKey(failureKey) : failureKey,
      { clientNetwork, deviceKey: null },
      async () => (row ? verifyAuthentication(row, response) : null),
      (work) => work(),
    )
    const holderId = row?.[holderColumn]
    if (!row || counter === null || !holderId) throw new ShopError('passkey.refused')
    await assertNotClonedAndRecordUse(row, counter)
    return holderId
  }

  /** Null where it is refused. */
  async function verifyAuthentication(
    row: Row<'passkey'>,
    response: AuthenticationResponseJSON,
  ): Promise<number | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const outcome = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => consumeChallenge(challenge, 'signIn'),
      expectedOrigin: getOrigin(),
      expectedRPID: hostOf(getOrigin()),
      requireUserVerification: true,
      // `assertNotClonedAndRecordUse` compares the counter, so that a copied key has an error of its own.
      credential: { id: row.id, publicKey: Buffer.from(row.public_key, 'base64url'), counter: 0 },
    }).catch(() => null)
    return outcome?.verified ? outcome.authenticationInfo.newCounter : null
  }

  /** A counter that has not grown is that of a copy; a synchronised passkey's stays 0. Of two uses at once one is counted. */
  async function assertNotClonedAndRecordUse(row: Row<'passkey'>, counter: number): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ counter, used_at: clock.now().toISOString() })
      .where('id', '=', row.id)
      .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]))
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return
    const holderPseudonym = securityLog.pseudonymize(`passkey ${row[holderColumn]}`)
    securityLog.logRefusal(holderColumn === 'staff_id' ? 'staff.passkeyCloned' : 'customers.passkeyCloned', {
      who: holderPseudonym,
    })
    throw new ShopError('passkey.cloned')
  }

  /** The newest first. */
  async function list(holderId: number): Promise<Passkey[]> {
    const rows = await db
      .selectFrom('passkey')
      .select(['id', 'name', 'created_at', 'used_at'])
      .where(holderColumn, '=', holderId)
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
      .set({ name: parseName(name) })
      .where(holderColumn, '=', holderId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('passkey.unknown')
  }

  /** @throws ShopError "passkey.unknown" for one that is unknown or somebody else's */
  async function remove(
    holderId: number,
    id: string,
    transactionHook: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await database.transact(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('passkey')
        .where(holderColumn, '=', holderId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) throw new ShopError('passkey.unknown')
      await transactionHook(tx)
    })
  }

  async function removeAll(tx: Transaction, holderId: number): Promise<void> {
    await tx.deleteFrom('passkey').where(holderColumn, '=', holderId).execute()
  }

  async function eraseExpired(): Promise<void> {
    await db.deleteFrom('passkey_answer').where('expires_at', '<=', clock.now().toISOString()).execute()
  }

  function createChallenge(purpose: string): string {
    const body = Buffer.concat([Buffer.alloc(6), randomBytes(16)])
    body.writeUIntBE(addMinutes(clock.now(), challengeLifetimeMinutes).getTime(), 0, 6)
    return Buffer.concat([body, computeMac(body, purpose)]).toString('base64url')
  }

  /** Whether it is ours, for this purpose, not over, and answered for the first time. */
  async function consumeChallenge(challenge: string, purpose: string): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url')
    if (bytes.length !== 38) return false
    const [body, mac] = [bytes.subarray(0, 22), bytes.subarray(22)]
    const expiresAt = new Date(body.readUIntBE(0, 6))
    if (!timingSafeEqual(mac, computeMac(body, purpose)) || expiresAt <= clock.now()) return false
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('passkey_answer')
      .values({ challenge: bytes.toString('base64url'), expires_at: expiresAt.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  function computeMac(body: Uint8Array, purpose: string): Buffer {
    return createHmac('sha256', hmacSecret)
      .update(`passkey ${holderColumn} ${purpose} `)
      .update(body)
      .digest()
      .subarray(0, 16)
  }
}

const registrationPurposeOf = (holderId: number) => `register ${holderId}`

function hostOf(origin: string): string {
  return new URL(origin).hostname
}

/** @throws ShopError "passkey.refused" */
function parseResponse<CredentialResponse extends { id: string }>(responseJson: string): CredentialResponse {
  try {
    const value = JSON.parse(responseJson.slice(0, maxResponseLength))
    if (typeof value?.id === 'string' && typeof value.response === 'object') return value
  } catch {
    // Told below.
  }
  throw new ShopError('passkey.refused')
}

function throwPasskeyRefused(): never {
  throw new ShopError('passkey.refused')
}

/** @throws ShopError "passkey.name" */
function parseName(input: string): string {
  const name = stripInvisibleChars(input).trim()
  if (name === '' || name.length > maxNameLength || /[\r\n]/.test(name))
    throw new ShopError('passkey.name', { input: 'name' })
  return name
}
