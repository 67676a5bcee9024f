/** The shop's own people: accounts with a second factor, sessions, roles, and the trail of what they did. */

import { randomBytes } from 'node:crypto'
import { evaluateAttempt, evaluateLogin, toStaffFailureKey } from '../accounts/failure-limiter.ts'
import { removeAllPasskeys } from '../accounts/passkeys.ts'
import {
  assertPasswordNotGuessable,
  comparePasswordUnqueued,
  hashPassword,
  withHashingSlot,
} from '../accounts/passwords.ts'
import { isToken } from '../accounts/token-format.ts'
import type { Context, TransactionContext } from '../context.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import type { Row, StaffRole } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { deriveShownSecret } from '../platform/shown-once.ts'
import { normalizeInput, normalizeLabelledCode, stripInvisibleChars } from '../platform/user-input.ts'
import { record } from './audit.ts'
import { type Actor, requirePermission } from './roles.ts'
import * as secondFactor from './second-factor.ts'
import { staffCommand } from './staff-command.ts'
import { hashToken, toActor } from './staff-rows.ts'

/** Minutes after which an unused session ends, and after which any does. */
const maxIdleMinutes = 30
const maxSessionMinutes = 12 * 60
/** Minutes for which a screen whose session has ended by itself may go on showing how many orders wait. */
const maxWatchMinutes = 30 * 24 * 60
/** A session in use is marked so at most once in so many minutes. */
const minUsageUpdateMinutes = 1
const invitationLifetimeMinutes = 72 * 60

export interface NewStaffMember {
  email: string
  name: string
  role: StaffRole
  /** `SP-12345`: a pharmacist has one, nobody else. */
  crf: string | null
  branchId: number | null
}

/** What is left out stays as it is; a branch of null means all of them. */
type StaffMemberUpdate = { [Field in 'role' | 'crf' | 'branchId']?: NewStaffMember[Field] | undefined }

export interface StaffMember extends NewStaffMember {
  id: number
  /** Has accepted the invitation. */
  isActive: boolean
  hasSecondFactor: boolean
}

/** Who a session's token stands for. */
export interface StaffSession {
  staff: StaffMember
  /** Null while the second factor is still to come. */
  actor: Actor | null
  /** When it ends unless it is used. */
  endsAt: Date
}

/**
 * Adds one of the staff.
 * @param formId as for `deriveShownSecret`: the same form sent again shows the same link
 * @returns the token of a link that sets their password, once, within 72 hours
 */
export async function inviteStaffMember(
  ctx: Context,
  actor: Actor,
  person: NewStaffMember,
  formId?: string,
): Promise<string> {
  requirePermission(actor, 'staff.manage')
  const name = stripInvisibleChars(person.name).trim()
  if (!/\p{L}/u.test(name)) throw new ShopError('staff.nameMissing', { input: 'name' })
  const { email, crf } = normalizeEmailAndCrf(person)
  if (person.role === 'pharmacist' && crf === null) throw new ShopError('staff.crfMissing', { input: 'crf' })
  const values = ['invitation', actor.staffId, { ...person, name, email, crf }]
  const invitationToken = deriveShownSecret(ctx.settings.hmacSecret, formId, values).toString('base64url')
  try {
    await ctx.transact(async (ctx) => {
      const row = {
        email,
        crf,
        name,
        role: person.role,
        branchId: person.branchId,
        passwordHash: null,
        totpSecretEncrypted: null,
        createdAt: ctx.clock.now(),
      }
      const { id } = await ctx.db.insertInto('staff').values(row).returning('id').executeTakeFirstOrThrow()
      await record(ctx, actor, 'staff.invite', { type: 'staff', id, name: email }, person.role)
      await insertInvitation(ctx, id, invitationToken)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if (!(await isOpenInvitation(ctx, invitationToken))) throw new ShopError('staff.emailTaken', { input: 'email' })
  }
  return invitationToken
}

async function insertInvitation(ctx: TransactionContext, staffId: number, invitationToken: string): Promise<void> {
  const expiresAt = addMinutes(ctx.clock.now(), invitationLifetimeMinutes)
  await ctx.db.deleteFrom('staffInvitation').where('staffId', '=', staffId).execute()
  await ctx.db
    .insertInto('staffInvitation')
    .values({ tokenHash: hashToken(invitationToken), staffId, expiresAt })
    .execute()
}

async function isOpenInvitation(ctx: Context, invitationToken: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('staffInvitation')
    .select('staffId')
    .where('tokenHash', '=', hashToken(invitationToken))
    .executeTakeFirst()
  return row !== undefined
}

/** Whom an invitation's link is for. @throws ShopError "staff.invitationOver" */
export async function getInvitee(ctx: Context, invitationToken: string): Promise<{ id: number; email: string }> {
  const invitee = await ctx.db
    .selectFrom('staffInvitation')
    .innerJoin('staff', 'staff.id', 'staffInvitation.staffId')
    .select(['staff.id', 'email'])
    .where('tokenHash', '=', hashToken(invitationToken))
    .where('expiresAt', '>', ctx.clock.now())
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!invitee) throw new ShopError('staff.invitationOver')
  return invitee
}

/**
 * Sets the invited person's password.
 * @throws ShopError "staff.invitationOver", "password.common", "password.isEmail", "password.busy"
 */
export async function acceptInvitation(ctx: Context, invitationToken: string, password: string): Promise<void> {
  const invitee = await getInvitee(ctx, invitationToken)
  await assertPasswordNotGuessable(password, invitee.email)
  const passwordHash = await hashPassword(password)
  await ctx.transact(async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('staffInvitation')
      .where('tokenHash', '=', hashToken(invitationToken))
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new ShopError('staff.invitationOver')
    await ctx.db.updateTable('staff').set({ passwordHash }).where('id', '=', invitee.id).execute()
    await endSessions(ctx, invitee.id)
  })
}

/** By name, each with the hash of what their form shows, and of the invitation that is open. */
export async function listStaff(ctx: Context, actor: Actor): Promise<(StaffMember & { seenHash: string })[]> {
  requirePermission(actor, 'staff.manage')
  const rows = await ctx.db.selectFrom('staff').selectAll().where('removedAt', 'is', null).orderBy('name').execute()
  const invitations = await ctx.db.selectFrom('staffInvitation').select(['staffId', 'tokenHash']).execute()
  const invitationById = new Map(invitations.map(({ staffId, tokenHash }) => [staffId, tokenHash]))
  return rows.map((row) => ({
    ...toStaffMember(row),
    seenHash: toSeenHash(toSeenState(row, invitationById.get(row.id))),
  }))
}

/**
 * Their open sessions go on with the new role: it is read at every request.
 * @param seenHash of the page that showed them; undefined on the command line, where none stood before
 */
export async function updateStaffMember(
  ctx: Context,
  actor: Actor,
  id: number,
  change: StaffMemberUpdate,
  seenHash?: string,
): Promise<void> {
  requirePermission(actor, 'staff.manage')
  await ctx.transact(async (ctx) => {
    const row = await lockSeenStaffRow(ctx, id, seenHash)
    const { role = row.role, crf = row.crf, branchId = row.branchId } = change
    if (role === 'pharmacist' && crf === null) throw new ShopError('staff.crfMissing', { input: 'crf' })
    if (row.role === 'owner' && role !== 'owner') await lockOwnersAndAssertOneRemains(ctx, id)
    const updateValues = { role, crf: role === 'pharmacist' ? crf : null, branchId }
    await ctx.db.updateTable('staff').set(updateValues).where('id', '=', id).execute()
    await recordChanges(ctx, actor, row, updateValues)
  })
}

/** A line for each thing that changed. */
async function recordChanges(
  ctx: TransactionContext,
  actor: Actor,
  row: Row<'staff'>,
  { role, crf, branchId }: Pick<Row<'staff'>, 'role' | 'crf' | 'branchId'>,
): Promise<void> {
  const target = { type: 'staff', id: row.id, name: row.email } as const
  if (role !== row.role) await record(ctx, actor, 'staff.changeRole', target, role)
  else if (crf !== row.crf) await record(ctx, actor, 'staff.changeCrf', target)
  const branchText = branchId === null ? 'all branches' : `branch ${branchId}`
  if (branchId !== row.branchId) await record(ctx, actor, 'staff.changeBranch', target, branchText)
}

/**
 * Ends the account and its sessions. What they did stays.
 * @param seenHash as for `updateStaffMember`
 */
export const removeStaffMember = staffCommand({
  permission: 'staff.manage',
  action: 'staff.remove',
  async run(ctx, _, id: number, seenHash?: string) {
    const { role, email } = await lockSeenStaffRow(ctx, id, seenHash)
    if (role === 'owner') await lockOwnersAndAssertOneRemains(ctx, id)
    const removedAt = ctx.clock.now()
    const removalValues = { removedAt, email: `removed-${id} ${email}`, passwordHash: null }
    await ctx.db.updateTable('staff').set(removalValues).where('id', '=', id).execute()
    await removeAllPasskeys(ctx, 'staff', id)
    await endSessions(ctx, id)
    return { email }
  },
  audit: ({ email }, id) => ({ type: 'staff', id, name: email }),
})

/**
 * The first step: e-mail and password. Unknown e-mails take as long, and give the same message.
 * @returns the token of a session that still wants its second factor, unless the sandbox's demo has none
 */
export async function signIn(ctx: Context, email: string, password: string, clientNetwork: string): Promise<string> {
  const normalizedEmail = normalizeInput(email).toLowerCase()
  const row = await ctx.db
    .selectFrom('staff')
    .selectAll()
    .where('email', '=', normalizedEmail)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  const compare = async () => (await comparePasswordUnqueued(row?.passwordHash ?? undefined, password)) || null
  const isCorrect = await evaluateLogin(
    ctx,
    toStaffFailureKey(normalizedEmail),
    { clientNetwork, deviceKey: null },
    compare,
    withHashingSlot,
  )
  if (!row || !isCorrect) throw new ShopError('staff.refused', { input: 'email' })
  const sessionToken = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  const isVerified = ctx.settings.secondFactorExemptEmails.includes(row.email) && !row.isTotpConfirmed
  await ctx.transact(async (ctx) => {
    const session = {
      tokenHash: hashToken(sessionToken),
      staffId: row.id,
      isVerified,
      createdAt: now,
      usedAt: now,
    } as const
    await ctx.db.insertInto('staffSession').values(session).execute()
    if (isVerified)
      await record(
        ctx,
        toActor(row, clientNetwork),
        'staff.signIn',
        { type: 'staff', id: row.id, name: row.email },
        'password',
      )
  })
  return sessionToken
}

/** The second step: a code of the app, or a recovery code. */
export async function verifySecondFactor(
  ctx: Context,
  sessionToken: string,
  code: string,
  clientNetwork: string,
): Promise<void> {
  const row = await findSessionStaffRow(ctx, sessionToken)
  if (!row?.isTotpConfirmed) throw new ShopError('staff.signedOut')
  const verifyCode = () =>
    ctx.transact(async (ctx) => {
      const secondFactorUsed = await secondFactor.verifyCode(ctx, row, code)
      if (!secondFactorUsed) return null
      await markVerifiedAndAudit(ctx, sessionToken, row, clientNetwork, secondFactorUsed)
      return true
    })
  if (!(await evaluateAttempt(ctx, toStaffFailureKey(row.email), clientNetwork, verifyCode)))
    throw new ShopError('staff.codeRefused', { input: 'code' })
}

/** What the app of somebody without a second factor reads; null for who has one. */
export async function startEnrolment(
  ctx: Context,
  sessionToken: string,
): Promise<{ uri: string; secret: string } | null> {
  const row = await findSessionStaffRow(ctx, sessionToken)
  if (!row) throw new ShopError('staff.signedOut')
  return row.isTotpConfirmed ? null : secondFactor.startEnrolment(ctx, row)
}

/**
 * The app's first code ends the enrolment.
 * @returns the recovery codes
 */
export async function confirmEnrolment(
  ctx: Context,
  sessionToken: string,
  code: string,
  clientNetwork: string,
): Promise<string[]> {
  const row = await findSessionStaffRow(ctx, sessionToken)
  if (!row || row.isTotpConfirmed) throw new ShopError('staff.signedOut')
  const confirmCode = () =>
    ctx.transact(async (ctx) => {
      const codes = await secondFactor.confirmEnrolment(ctx, row, normalizeLabelledCode(code))
      if (codes) await markVerifiedAndAudit(ctx, sessionToken, row, clientNetwork, 'app')
      return codes
    })
  const codes = await evaluateAttempt(ctx, toStaffFailureKey(row.email), clientNetwork, confirmCode)
  if (!codes) throw new ShopError('staff.codeRefused', { input: 'code' })
  return codes
}

/**
 * For who has lost phone and recovery codes: the next sign-in sets a new one up. A link made before is void.
 * @param seenHash as for `updateStaffMember`
 */
export async function resetSecondFactor(ctx: Context, actor: Actor, id: number, seenHash?: string): Promise<string> {
  requirePermission(actor, 'staff.manage')
  const invitationToken = randomBytes(32).toString('base64url')
  await ctx.transact(async (ctx) => {
    const { email } = await lockSeenStaffRow(ctx, id, seenHash)
    const clearedValues = { totpSecretEncrypted: null, isTotpConfirmed: false, passwordHash: null } as const
    await ctx.db.updateTable('staff').set(clearedValues).where('id', '=', id).execute()
    await ctx.db.deleteFrom('staffRecoveryCode').where('staffId', '=', id).execute()
    await removeAllPasskeys(ctx, 'staff', id)
    await endSessions(ctx, id)
    await record(ctx, actor, 'staff.reset', { type: 'staff', id, name: email })
    await insertInvitation(ctx, id, invitationToken)
  })
  return invitationToken
}

/** The session of a token, and (`extendsSession`) marks it as used; null for none, an unknown or an ended one. */
export async function findSession(
  ctx: Context,
  sessionToken: string | null,
  clientNetwork: string,
  { extendsSession = true }: { extendsSession?: boolean } = {},
): Promise<StaffSession | null> {
  if (sessionToken === null || !isToken(sessionToken)) return null
  const row = await ctx.db
    .selectFrom('staffSession')
    .innerJoin('staff', 'staff.id', 'staffSession.staffId')
    .selectAll('staff')
    .select(['isVerified', 'usedAt'])
    .where('tokenHash', '=', hashToken(sessionToken))
    .where('usedAt', '>', addMinutes(ctx.clock.now(), -maxIdleMinutes))
    .where('staffSession.createdAt', '>', addMinutes(ctx.clock.now(), -maxSessionMinutes))
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const now = ctx.clock.now()
  const lastUsedAt = row.usedAt
  if (extendsSession && addMinutes(lastUsedAt, minUsageUpdateMinutes) < now)
    await ctx.db
      .updateTable('staffSession')
      .set({ usedAt: now })
      .where('tokenHash', '=', hashToken(sessionToken))
      .execute()
  return {
    staff: toStaffMember(row),
    actor: row.isVerified ? toActor(row, clientNetwork) : null,
    endsAt: addMinutes(extendsSession ? now : lastUsedAt, maxIdleMinutes),
  }
}

/** Who was signed in on a screen, and left it alone: it may count what waits, and nothing else. */
export interface QueueWatcher extends Pick<Actor, 'role' | 'branchId'> {
  endedAt: Date
}

/** The watcher of a session that ended by itself; null for one that goes on, was signed out, or is of somebody who was removed. */
export async function findQueueWatcher(ctx: Context, sessionToken: string): Promise<QueueWatcher | null> {
  if (!isToken(sessionToken)) return null
  const row = await ctx.db
    .selectFrom('staffSession')
    .innerJoin('staff', 'staff.id', 'staffSession.staffId')
    .select(['role', 'branchId', 'usedAt', 'staffSession.createdAt'])
    .where('tokenHash', '=', hashToken(sessionToken))
    .where('isVerified', '=', true)
    .where('removedAt', 'is', null)
    .where('usedAt', '>', addMinutes(ctx.clock.now(), -maxWatchMinutes))
    .executeTakeFirst()
  if (!row) return null
  const { role, branchId, usedAt, createdAt } = row
  const ends = [addMinutes(usedAt, maxIdleMinutes), addMinutes(createdAt, maxSessionMinutes)]
  const endedAt = new Date(Math.min(...ends.map(Number)))
  return endedAt > ctx.clock.now() ? null : { role, branchId, endedAt }
}

export async function signOut(ctx: Context, sessionToken: string): Promise<void> {
  await ctx.db.deleteFrom('staffSession').where('tokenHash', '=', hashToken(sessionToken)).execute()
}

/** Those that nothing may be seen with any more (`findQueueWatcher`). Called periodically. */
export async function eraseExpiredSessions(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('staffSession').where('usedAt', '<=', addMinutes(ctx.clock.now(), -maxWatchMinutes)).execute()
  await ctx.db.deleteFrom('staffInvitation').where('expiresAt', '<', ctx.clock.now()).execute()
}

async function markVerifiedAndAudit(
  ctx: TransactionContext,
  sessionToken: string,
  row: Row<'staff'>,
  clientNetwork: string,
  secondFactorUsed: 'app' | 'recovery code',
): Promise<void> {
  await ctx.db
    .updateTable('staffSession')
    .set({ isVerified: true })
    .where('tokenHash', '=', hashToken(sessionToken))
    .execute()
  const target = { type: 'staff', id: row.id, name: row.email } as const
  await record(ctx, toActor(row, clientNetwork), 'staff.signIn', target, `password, ${secondFactorUsed}`)
}

/** Of a session that may still want its second factor. */
async function findSessionStaffRow(ctx: Context, sessionToken: string): Promise<Row<'staff'> | undefined> {
  const session = await findSession(ctx, sessionToken, '')
  if (!session) return undefined
  return ctx.db.selectFrom('staff').selectAll().where('id', '=', session.staff.id).executeTakeFirst()
}

async function endSessions(ctx: TransactionContext, staffId: number): Promise<void> {
  await ctx.db.deleteFrom('staffSession').where('staffId', '=', staffId).execute()
}

/** @throws ShopError "staff.unknown", "page.outdated" where a page showed something else */
async function lockSeenStaffRow(
  ctx: TransactionContext,
  id: number,
  seenHash: string | undefined,
): Promise<Row<'staff'>> {
  const row = await lockStaffRow(ctx, id)
  if (seenHash === undefined) return row
  const invitation = await ctx.db
    .selectFrom('staffInvitation')
    .select('tokenHash')
    .where('staffId', '=', id)
    .executeTakeFirst()
  assertSeen(toSeenState(row, invitation?.tokenHash), seenHash)
  return row
}

async function lockStaffRow(ctx: TransactionContext, id: number): Promise<Row<'staff'>> {
  const rowQuery = ctx.db.selectFrom('staff').selectAll().where('id', '=', id).where('removedAt', 'is', null)
  const row = await (ctx.engine === 'postgres' ? rowQuery.forUpdate() : rowQuery).executeTakeFirst()
  if (!row) throw new ShopError('staff.unknown')
  return row
}

/** On PostgreSQL two owners who remove each other wait for one another: the rows of all owners are held. */
async function lockOwnersAndAssertOneRemains(ctx: TransactionContext, id: number): Promise<void> {
  const ownersQuery = ctx.db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('removedAt', 'is', null)
    .orderBy('id')
  const rows = await (ctx.engine === 'postgres' ? ownersQuery.forUpdate() : ownersQuery).execute()
  if (!rows.some((row) => row.id !== id)) throw new ShopError('staff.lastOwner')
}

function normalizeEmailAndCrf({ email, crf, role }: NewStaffMember) {
  return { email: normalizeInput(email).toLowerCase(), crf: role === 'pharmacist' ? crf : null }
}

/** What the page of the staff shows of somebody, and which link is open for them. */
function toSeenState(row: Row<'staff'>, invitationHash: string | undefined) {
  return { ...toStaffMember(row), invitationHash }
}

function toStaffMember(row: Row<'staff'>): StaffMember {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    crf: row.crf,
    branchId: row.branchId,
    isActive: row.passwordHash !== null,
    hasSecondFactor: row.isTotpConfirmed,
  }
}
