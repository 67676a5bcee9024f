/**
 * Opaque tokens of 256 random bits; only their SHA-256 is stored, so that a stolen database contains no usable token. A
 * session ends after 14 days without use, and after 30 in any case.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { Context, TransactionContext } from '../context.ts'
import type { Row, SignInMethod } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { selectCustomerBySession } from './customer.sql.ts'
import { isToken } from './token-format.ts'

const minutesPerDay = 24 * 60
/** How long a session lasts at most, and how long without use. */
const maxSessionDays = 30
const maxIdleDays = retentionMinutesOf('sessions') / minutesPerDay
/** Each use moves the end of a session: by how much at least, so that few requests write. */
const minRenewalMinutes = 60
/** A visitor's session ends after a day, unless the visitor returns: robots ask for tokens that they never use. */
const maxVisitorSessionMinutes = retentionMinutesOf('visits')
/** Minutes after which a visitor who is seen again has returned. */
const minReturnMinutes = 60
export const maxSessionSeconds = maxSessionDays * 24 * 60 * 60

/** Who holds a token: a customer, or (customerId null) a visitor with an initial anonymous token. */
interface Session {
  customerId: number | null
}

export interface SignedInDevice {
  /** Identifies the session, but is not its token. */
  id: string
  /** Browser and system; may be empty. */
  device: string
  since: Date
  /** By what its holder signed in; null for a session from before that was noted. */
  signedInBy: SignInMethod | null
  /** The device that makes the request. */
  isCurrent: boolean
}

/** A new session of a customer, or of a visitor. @returns its token */
export async function startSession(
  ctx: Context,
  customerId: number | null,
  { device = '', signedInBy = null }: { device?: string; signedInBy?: SignInMethod | null } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      customerId,
      createdAt: now,
      expiresAt: computeExpiresAt(customerId, now, now),
      device,
      signedInBy,
    })
    .execute()
  return token
}

export async function findSession(ctx: Context, token: string): Promise<Session | null> {
  if (!isToken(token)) return null
  const row = await ctx.db
    .selectFrom('session')
    .leftJoin('customer', 'customer.id', 'session.customerId')
    .select(['session.customerId', 'session.createdAt', 'session.expiresAt'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', ctx.clock.now())
    // A login under way during the erasure of its account may have started a session since.
    .where('erasedAt', 'is', null)
    .where('blockedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  await renewIfDue(ctx, token, row)
  return { customerId: row.customerId }
}

/** The customer whose session it is; none for a visitor's token, an unknown or an expired one. */
export async function findCustomerRow(ctx: Context, token: string): Promise<Row<'customer'> | undefined> {
  if (!isToken(token)) return undefined
  const row = await selectCustomerBySession(ctx, hashToken(token), ctx.clock.now())
  if (row) {
    const { id: customerId, sessionCreatedAt: createdAt, sessionExpiresAt: expiresAt } = row
    await renewIfDue(ctx, token, { customerId, createdAt, expiresAt })
  }
  return row
}

/** A session in use ends later, but never after its longest duration. */
async function renewIfDue(
  ctx: Context,
  token: string,
  session: Pick<Row<'session'>, 'customerId' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const expiresAt = computeExpiresAt(session.customerId, session.createdAt, ctx.clock.now())
  if (expiresAt <= addMinutes(session.expiresAt, minRenewalMinutes)) return
  await ctx.db.updateTable('session').set({ expiresAt }).where('tokenHash', '=', hashToken(token)).execute()
}

export async function logout(ctx: Context, token: string): Promise<void> {
  if (!isToken(token)) return
  await ctx.db.deleteFrom('session').where('tokenHash', '=', hashToken(token)).execute()
}

/** The customer's sessions that have not expired, newest first. */
export async function listDevices(
  ctx: Context,
  customerId: number,
  currentToken: string | null,
): Promise<SignedInDevice[]> {
  const rows = await ctx.db
    .selectFrom('session')
    .select(['tokenHash', 'device', 'createdAt', 'signedInBy'])
    .where('customerId', '=', customerId)
    .where('expiresAt', '>', ctx.clock.now())
    .orderBy('createdAt', 'desc')
    .execute()
  const currentTokenHash = currentToken === null ? null : hashToken(currentToken)
  return rows.map((row) => ({
    id: row.tokenHash,
    device: row.device,
    since: row.createdAt,
    signedInBy: row.signedInBy,
    isCurrent: row.tokenHash === currentTokenHash,
  }))
}

/** @returns false when the customer has no such session */
export async function revokeSession(ctx: Context, customerId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('session')
    .where('customerId', '=', customerId)
    .where('tokenHash', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends every session of a customer except that of `exceptToken`. */
export async function revokeAllSessions(
  ctx: TransactionContext,
  customerId: number,
  exceptToken: string | null = null,
): Promise<void> {
  await ctx.db
    .deleteFrom('session')
    .where('customerId', '=', customerId)
    .where('tokenHash', '<>', exceptToken === null ? '' : hashToken(exceptToken))
    .execute()
}

/** Deletes expired sessions of customers and visitors: they are of no use, and record when somebody visited. */
export async function eraseExpiredSessions(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('session').where('expiresAt', '<=', ctx.clock.now()).execute()
}

/** When a session ends that was last used now. */
function computeExpiresAt(customerId: number | null, createdAt: Date, now: Date): Date {
  const isFirstVisit = customerId === null && now < addMinutes(createdAt, minReturnMinutes)
  if (isFirstVisit) return addMinutes(createdAt, maxVisitorSessionMinutes)
  const expiryCandidates = [
    addMinutes(createdAt, maxSessionDays * minutesPerDay),
    addMinutes(now, maxIdleDays * minutesPerDay),
  ]
  return new Date(Math.min(...expiryCandidates.map(Number)))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
