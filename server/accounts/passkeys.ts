/**
 * Passkeys (WebAuthn): a device proves to have a key, and its holder to be there. A challenge is signed and holds its own end, so that
 * pages may offer one without a session; each is answered once.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { stripInvisibleChars } from '../platform/user-input.ts'
import { evaluateLogin, toStaffFailureKey } from './failure-limiter.ts'

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

type NewPasskey = Pick<Row<'passkey'>, 'id' | 'name' | 'publicKey' | 'counter'>

/** Whose passkeys: each is asked for on pages of its own, and none opens the other's. */
export type PasskeyHolder = 'customer' | 'staff'

const holderColumns = { customer: 'customerId', staff: 'staffId' } as const

function originOf({ settings }: Context, holder: PasskeyHolder): string {
  return holder === 'staff' ? settings.getBackofficeOrigin() : settings.getPublicOrigin()
}

/** What a browser's `navigator.credentials.get` takes, as JSON. */
export function createSignInOptions(ctx: Context, holder: PasskeyHolder): string {
  const origin = originOf(ctx, holder)
  return JSON.stringify({
    challenge: createChallenge(ctx, holder, 'signIn'),
    rpId: hostOf(origin),
    timeout: challengeLifetimeMinutes * 60_000,
    userVerification: 'required',
  })
}

/** What `navigator.credentials.create` takes, for somebody who has just proved to be the holder. */
export async function createRegistrationOptions(
  ctx: Context,
  holder: PasskeyHolder,
  holderId: number,
  email: string,
): Promise<string> {
  const origin = originOf(ctx, holder)
  const existingPasskeys = await listHolderPasskeys(ctx, holder, holderId)
  if (existingPasskeys.length >= maxPasskeys) throw new ShopError('passkey.tooMany', { max: maxPasskeys })
  return JSON.stringify({
    challenge: createChallenge(ctx, holder, registrationPurposeOf(holderId)),
    rp: { id: hostOf(origin), name: ctx.settings.profile.name },
    // Random: authenticators show and synchronise it, so it tells nothing.
    user: { id: randomBytes(16).toString('base64url'), name: email, displayName: email },
    pubKeyCredParams: supportedAlgorithmIds.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetimeMinutes * 60_000,
    attestation: 'none',
    excludeCredentials: existingPasskeys.map(({ id }) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  })
}

/** Stores what `verifyRegistration` has found. */
export async function insertPasskey(
  ctx: TransactionContext,
  holder: PasskeyHolder,
  holderId: number,
  newPasskey: NewPasskey,
): Promise<void> {
  const holderColumn = holderColumns[holder]
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('passkey')
    .values({
      ...newPasskey,
      customerId: null,
      staffId: null,
      [holderColumn]: holderId,
      createdAt: ctx.clock.now(),
      usedAt: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new ShopError('passkey.taken')
  const rows = await ctx.db.selectFrom('passkey').select('id').where(holderColumn, '=', holderId).execute()
  if (rows.length > maxPasskeys) throw new ShopError('passkey.tooMany', { max: maxPasskeys })
}

/** A passkey that a browser has made. */
export async function verifyRegistration(
  ctx: OutsideTransaction,
  holder: PasskeyHolder,
  holderId: number,
  { answer: responseJson, name: input }: { answer: string; name: string },
): Promise<NewPasskey> {
  const name = parseName(input)
  const origin = originOf(ctx, holder)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const response = parseResponse<RegistrationResponseJSON>(responseJson)
  const outcome = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => consumeChallenge(ctx, holder, challenge, registrationPurposeOf(holderId)),
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: supportedAlgorithmIds,
  }).catch(throwPasskeyRefused)
  if (!outcome.verified) throw new ShopError('passkey.refused')
  const { id, publicKey, counter } = outcome.registrationInfo.credential
  return { id, name, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
}

/**
 * Whose passkey signs in. One that is unknown, removed, of another origin or wrongly signed is refused in the same words, and counts
 * like a wrong password.
 */
export async function verifyPasskeySignIn(
  ctx: Context,
  holder: PasskeyHolder,
  responseJson: string,
  clientNetwork: string,
): Promise<number> {
  const holderColumn = holderColumns[holder]
  const response = parseResponse<AuthenticationResponseJSON>(responseJson)
  const row = await ctx.db
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', String(response.id))
    .where(holderColumn, 'is not', null)
    .executeTakeFirst()
  const failureKey = row ? `passkey ${row[holderColumn]}` : 'passkey'
  const counter = await evaluateLogin(
    ctx,
    holder === 'staff' ? toStaffFailureKey(failureKey) : failureKey,
    { clientNetwork, deviceKey: null },
    async () => (row ? verifyAuthentication(ctx, holder, row, response) : null),
    (work) => work(),
  )
  const holderId = row?.[holderColumn]
  if (!row || counter === null || !holderId) throw new ShopError('passkey.refused')
  await assertNotClonedAndRecordUse(ctx, holder, row, counter)
  return holderId
}

/** Null where it is refused. */
async function verifyAuthentication(
  ctx: Context,
  holder: PasskeyHolder,
  row: Row<'passkey'>,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  const origin = originOf(ctx, holder)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const outcome = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => consumeChallenge(ctx, holder, challenge, 'signIn'),
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: true,
    // `assertNotClonedAndRecordUse` compares the counter, so that a copied key has an error of its own.
    credential: { id: row.id, publicKey: Buffer.from(row.publicKey, 'base64url'), counter: 0 },
  }).catch(() => null)
  return outcome?.verified ? outcome.authenticationInfo.newCounter : null
}

/** A counter that has not grown is that of a copy; a synchronised passkey's stays 0. Of two uses at once one is counted. */
async function assertNotClonedAndRecordUse(
  ctx: Context,
  holder: PasskeyHolder,
  row: Row<'passkey'>,
  counter: number,
): Promise<void> {
  const holderColumn = holderColumns[holder]
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkey')
    .set({ counter, usedAt: ctx.clock.now() })
    .where('id', '=', row.id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const holderPseudonym = ctx.securityLog.pseudonymize(`passkey ${row[holderColumn]}`)
  ctx.securityLog.logRefusal(holder === 'staff' ? 'staff.passkeyCloned' : 'customers.passkeyCloned', {
    who: holderPseudonym,
  })
  throw new ShopError('passkey.cloned')
}

/** The newest first. */
export async function listHolderPasskeys(ctx: Context, holder: PasskeyHolder, holderId: number): Promise<Passkey[]> {
  const holderColumn = holderColumns[holder]
  const rows = await ctx.db
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'usedAt'])
    .where(holderColumn, '=', holderId)
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
  }))
}

export async function renameHolderPasskey(
  ctx: Context,
  holder: PasskeyHolder,
  holderId: number,
  id: string,
  input: string,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkey')
    .set({ name: parseName(input) })
    .where(holderColumns[holder], '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('passkey.unknown')
}

export async function removeHolderPasskey(
  ctx: Context,
  holder: PasskeyHolder,
  holderId: number,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkey')
    .where(holderColumns[holder], '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new ShopError('passkey.unknown')
}

/** It as it is until the transaction ends. */
export async function lockPasskey(
  ctx: TransactionContext,
  holder: PasskeyHolder,
  holderId: number,
  id: string,
): Promise<Pick<Passkey, 'name'>> {
  const holderColumn = holderColumns[holder]
  const row = await ctx.db
    .updateTable('passkey')
    .set((eb) => ({ name: eb.ref('name') }))
    .where(holderColumn, '=', holderId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  if (!row) throw new ShopError('passkey.unknown')
  return row
}

export async function removeAllPasskeys(
  ctx: TransactionContext,
  holder: PasskeyHolder,
  holderId: number,
): Promise<void> {
  const holderColumn = holderColumns[holder]
  await ctx.db.deleteFrom('passkey').where(holderColumn, '=', holderId).execute()
}

export async function eraseExpiredPasskeyAnswers(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('passkeyAnswer').where('expiresAt', '<=', ctx.clock.now()).execute()
}

function createChallenge(ctx: Context, holder: PasskeyHolder, purpose: string): string {
  const body = Buffer.concat([Buffer.alloc(6), randomBytes(16)])
  body.writeUIntBE(addMinutes(ctx.clock.now(), challengeLifetimeMinutes).getTime(), 0, 6)
  return Buffer.concat([body, computeMac(ctx, holder, body, purpose)]).toString('base64url')
}

/** Whether it is ours, for this purpose, not over, and answered for the first time. */
async function consumeChallenge(
  ctx: Context,
  holder: PasskeyHolder,
  challenge: string,
  purpose: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 38) return false
  const [body, mac] = [bytes.subarray(0, 22), bytes.subarray(22)]
  const expiresAt = new Date(body.readUIntBE(0, 6))
  if (!timingSafeEqual(mac, computeMac(ctx, holder, body, purpose)) || expiresAt <= ctx.clock.now()) return false
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('passkeyAnswer')
    .values({ challenge: bytes.toString('base64url'), expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function computeMac(ctx: Context, holder: PasskeyHolder, body: Uint8Array, purpose: string): Buffer {
  const holderColumn = holderColumns[holder]
  return createHmac('sha256', ctx.settings.hmacSecret)
    .update(`passkey ${holderColumn} ${purpose} `)
    .update(body)
    .digest()
    .subarray(0, 16)
}

const registrationPurposeOf = (holderId: number) => `register ${holderId}`

function hostOf(origin: string): string {
  return new URL(origin).hostname
}

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

function parseName(input: string): string {
  const name = stripInvisibleChars(input).trim()
  if (name === '' || name.length > maxNameLength || /[\r\n]/.test(name))
    throw new ShopError('passkey.name', { input: 'name' })
  return name
}
