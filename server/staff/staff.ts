import { randomBytes } from 'node:crypto'
import { type FailureLimiter, toStaffFailureKey } from '../accounts/failure-limiter.ts'
import type { PasskeyService } from '../accounts/passkeys.ts'
import {
  assertPasswordNotGuessable,
  comparePasswordUnqueued,
  hashPassword,
  withHashingSlot,
} from '../accounts/passwords.ts'
import { isToken } from '../accounts/token-format.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import type { Row, StaffRole } from '../database/schema.ts'
import type { MailService } from '../mail/mail.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { normalizeCode, normalizeInput, stripInvisibleChars } from '../platform/user-input.ts'
import { createApiKeyService } from './api-keys.ts'
import { type AuditLog, createAuditLog } from './audit.ts'
import { type Actor, hasPermission, requirePermission, staffRoles } from './roles.ts'
import { createSecondFactorService } from './second-factor.ts'
import { createStaffPasskeyService } from './staff-passkeys.ts'
import { hashToken, toActor } from './staff-rows.ts'

/** Minutes after which an unused session ends, and after which any does. */
const maxIdleMinutes = 30
const maxSessionMinutes = 12 * 60
/** A session in use is marked so at most once in so many minutes. */
const minUsageUpdateMinutes = 1
const invitationLifetimeMinutes = 72 * 60

interface Deps {
  database: Database
  clock: Clock
  encryption: Encryption
  failureLimiter: FailureLimiter
  securityLog: SecurityLog
  mail: MailService
  passkeys: PasskeyService
  shopName: string
  /** E-mails of those who need no second factor: the sandbox's demo staff. */
  secondFactorExemptEmails: readonly string[]
}

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

export type StaffService = ReturnType<typeof createStaffService>

/** The shop's own people: accounts with a second factor, sessions, roles, and the trail of what they did. */
export function createStaffService({
  database,
  clock,
  encryption,
  failureLimiter,
  securityLog,
  mail,
  passkeys,
  shopName,
  secondFactorExemptEmails,
}: Deps) {
  const { db, transact } = database
  const audit: AuditLog = createAuditLog({ database, clock, securityLog })
  const secondFactor = createSecondFactorService({ database, clock, encryption, issuer: shopName })
  return {
    audit,
    apiKeys: createApiKeyService({ database, clock, audit, securityLog }),
    hasPermission,
    roles: staffRoles,
    inviteStaffMember,
    getInvitee,
    acceptInvitation,
    listStaff,
    updateStaffMember,
    removeStaffMember,
    signIn,
    verifySecondFactor,
    startEnrolment,
    confirmEnrolment,
    resetSecondFactor,
    findSession,
    signOut,
    eraseExpiredSessions,
    reencrypt: secondFactor.reencrypt,
    ...createStaffPasskeyService({ database, clock, failureLimiter, mail, passkeys, audit }),
  }

  /**
   * Adds one of the staff, or invites them again.
   * @returns the token of a link that sets their password, once, within 72 hours
   * @throws ShopError "staff.forbidden", "staff.emailTaken", "staff.crfMissing", "staff.nameMissing"
   */
  async function inviteStaffMember(actor: Actor, person: NewStaffMember): Promise<string> {
    requirePermission(actor, 'staff.manage')
    const name = stripInvisibleChars(person.name).trim()
    if (!/\p{L}/u.test(name)) throw new ShopError('staff.nameMissing', { input: 'name' })
    const { email, crf } = normalizeEmailAndCrf(person)
    if (person.role === 'pharmacist' && crf === null) throw new ShopError('staff.crfMissing', { input: 'crf' })
    try {
      return await transact(async (tx) => {
        const row = {
          email,
          crf,
          name,
          role: person.role,
          branch_id: person.branchId,
          password_hash: null,
          totp_secret_encrypted: null,
          created_at: clock.now().toISOString(),
        }
        const { id } = await tx.insertInto('staff').values(row).returning('id').executeTakeFirstOrThrow()
        await audit.record(tx, actor, 'staff.invite', { type: 'staff', id, name: email }, person.role)
        return createInvitation(tx, id)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new ShopError('staff.emailTaken', { input: 'email' })
    }
  }

  async function createInvitation(tx: Transaction, staffId: number): Promise<string> {
    const invitationToken = randomBytes(32).toString('base64url')
    const expires_at = addMinutes(clock.now(), invitationLifetimeMinutes).toISOString()
    await tx.deleteFrom('staff_invitation').where('staff_id', '=', staffId).execute()
    await tx
      .insertInto('staff_invitation')
      .values({ token_hash: hashToken(invitationToken), staff_id: staffId, expires_at })
      .execute()
    return invitationToken
  }

  /** Whom an invitation's link is for. @throws ShopError "staff.invitationOver" */
  async function getInvitee(invitationToken: string): Promise<{ id: number; email: string }> {
    const invitee = await db
      .selectFrom('staff_invitation')
      .innerJoin('staff', 'staff.id', 'staff_invitation.staff_id')
      .select(['staff.id', 'email'])
      .where('token_hash', '=', hashToken(invitationToken))
      .where('expires_at', '>', clock.now().toISOString())
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!invitee) throw new ShopError('staff.invitationOver')
    return invitee
  }

  /**
   * Sets the invited person's password.
   * @throws ShopError "staff.invitationOver", "password.common", "password.isEmail", "password.busy"
   */
  async function acceptInvitation(invitationToken: string, password: string): Promise<void> {
    const invitee = await getInvitee(invitationToken)
    await assertPasswordNotGuessable(password, invitee.email)
    const password_hash = await hashPassword(password)
    await transact(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('staff_invitation')
        .where('token_hash', '=', hashToken(invitationToken))
        .executeTakeFirst()
      if (numDeletedRows !== 1n) throw new ShopError('staff.invitationOver')
      await tx.updateTable('staff').set({ password_hash }).where('id', '=', invitee.id).execute()
      await endSessions(tx, invitee.id)
    })
  }

  /** By name. @throws ShopError "staff.forbidden" */
  async function listStaff(actor: Actor): Promise<StaffMember[]> {
    requirePermission(actor, 'staff.manage')
    const rows = await db.selectFrom('staff').selectAll().where('removed_at', 'is', null).orderBy('name').execute()
    return rows.map(toStaffMember)
  }

  /**
   * Their open sessions go on with the new role: it is read at every request.
   * @throws ShopError "staff.forbidden", "staff.unknown", "staff.crfMissing", "staff.lastOwner"
   */
  async function updateStaffMember(actor: Actor, id: number, change: StaffMemberUpdate): Promise<void> {
    requirePermission(actor, 'staff.manage')
    await transact(async (tx) => {
      const row = await lockStaffRow(tx, id)
      const { role = row.role, crf = row.crf, branchId = row.branch_id } = change
      if (role === 'pharmacist' && crf === null) throw new ShopError('staff.crfMissing', { input: 'crf' })
      if (row.role === 'owner' && role !== 'owner') await lockOwnersAndAssertOneRemains(tx, id)
      const updateValues = { role, crf: role === 'pharmacist' ? crf : null, branch_id: branchId }
      await tx.updateTable('staff').set(updateValues).where('id', '=', id).execute()
      await audit.record(tx, actor, 'staff.changeRole', { type: 'staff', id, name: row.email }, role)
    })
  }

  /** Ends the account and its sessions. What they did stays. @throws ShopError "staff.forbidden", "staff.unknown", "staff.lastOwner" */
  async function removeStaffMember(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'staff.manage')
    await transact(async (tx) => {
      const row = await lockStaffRow(tx, id)
      if (row.role === 'owner') await lockOwnersAndAssertOneRemains(tx, id)
      const removalValues = {
        removed_at: clock.now().toISOString(),
        email: `removed-${id} ${row.email}`,
        password_hash: null,
      }
      await tx.updateTable('staff').set(removalValues).where('id', '=', id).execute()
      await passkeys.removeAll(tx, id)
      await endSessions(tx, id)
      await audit.record(tx, actor, 'staff.remove', { type: 'staff', id, name: row.email })
    })
  }

  /**
   * The first step: e-mail and password. Unknown e-mails take as long, and give the same message.
   * @returns the token of a session that still wants its second factor, unless the sandbox's demo has none
   * @throws ShopError "staff.refused", "limit.reached", "password.busy"
   */
  async function signIn(email: string, password: string, clientNetwork: string): Promise<string> {
    const normalizedEmail = normalizeInput(email).toLowerCase()
    const row = await db
      .selectFrom('staff')
      .selectAll()
      .where('email', '=', normalizedEmail)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    const compare = async () => (await comparePasswordUnqueued(row?.password_hash ?? undefined, password)) || null
    const isCorrect = await failureLimiter.evaluateLogin(
      toStaffFailureKey(normalizedEmail),
      { clientNetwork, deviceKey: null },
      compare,
      withHashingSlot,
    )
    if (!row || !isCorrect) throw new ShopError('staff.refused', { input: 'email' })
    const sessionToken = randomBytes(32).toString('base64url')
    const now = clock.now().toISOString()
    const is_verified = secondFactorExemptEmails.includes(row.email) && row.totp_confirmed === 0 ? 1 : 0
    await transact(async (tx) => {
      const session = {
        token_hash: hashToken(sessionToken),
        staff_id: row.id,
        is_verified,
        created_at: now,
        used_at: now,
      } as const
      await tx.insertInto('staff_session').values(session).execute()
      if (is_verified)
        await audit.record(
          tx,
          toActor(row, clientNetwork),
          'staff.signIn',
          { type: 'staff', id: row.id, name: row.email },
          'password',
        )
    })
    return sessionToken
  }

  /**
   * The second step: a code of the app, or a recovery code.
   * @throws ShopError "staff.codeRefused", "staff.signedOut", "limit.reached"
   */
  async function verifySecondFactor(sessionToken: string, code: string, clientNetwork: string): Promise<void> {
    const row = await findSessionStaffRow(sessionToken)
    if (!row || row.totp_confirmed === 0) throw new ShopError('staff.signedOut')
    const verifyCode = () =>
      transact(async (tx) => {
        if (!(await secondFactor.verifyCode(tx, row, code))) return null
        await markVerifiedAndAudit(tx, sessionToken, row, clientNetwork)
        return true
      })
    if (!(await failureLimiter.evaluateAttempt(toStaffFailureKey(row.email), clientNetwork, verifyCode)))
      throw new ShopError('staff.codeRefused', { input: 'code' })
  }

  /** What the app of somebody without a second factor reads; null for who has one. @throws ShopError "staff.signedOut" */
  async function startEnrolment(sessionToken: string): Promise<{ uri: string; secret: string } | null> {
    const row = await findSessionStaffRow(sessionToken)
    if (!row) throw new ShopError('staff.signedOut')
    return row.totp_confirmed === 1 ? null : secondFactor.startEnrolment(row)
  }

  /**
   * The app's first code ends the enrolment.
   * @returns the recovery codes
   * @throws ShopError "staff.codeRefused", "staff.signedOut", "limit.reached"
   */
  async function confirmEnrolment(sessionToken: string, code: string, clientNetwork: string): Promise<string[]> {
    const row = await findSessionStaffRow(sessionToken)
    if (!row || row.totp_confirmed === 1) throw new ShopError('staff.signedOut')
    const confirmCode = () =>
      transact(async (tx) => {
        const codes = await secondFactor.confirmEnrolment(tx, row, normalizeCode(code))
        if (codes) await markVerifiedAndAudit(tx, sessionToken, row, clientNetwork)
        return codes
      })
    const codes = await failureLimiter.evaluateAttempt(toStaffFailureKey(row.email), clientNetwork, confirmCode)
    if (!codes) throw new ShopError('staff.codeRefused', { input: 'code' })
    return codes
  }

  /** For who has lost phone and recovery codes: the next sign-in sets a new one up. @throws ShopError "staff.forbidden", "staff.unknown" */
  async function resetSecondFactor(actor: Actor, id: number): Promise<string> {
    requirePermission(actor, 'staff.manage')
    return transact(async (tx) => {
      const { email } = await lockStaffRow(tx, id)
      const clearedValues = { totp_secret_encrypted: null, totp_confirmed: 0, password_hash: null } as const
      await tx.updateTable('staff').set(clearedValues).where('id', '=', id).execute()
      await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', id).execute()
      await passkeys.removeAll(tx, id)
      await endSessions(tx, id)
      await audit.record(tx, actor, 'staff.reset', { type: 'staff', id, name: email })
      return createInvitation(tx, id)
    })
  }

  /** The session of a token, and (`extendsSession`) marks it as used; null for none, an unknown or an ended one. */
  async function findSession(
    sessionToken: string | null,
    clientNetwork: string,
    { extendsSession = true }: { extendsSession?: boolean } = {},
  ): Promise<StaffSession | null> {
    if (sessionToken === null || !isToken(sessionToken)) return null
    const row = await db
      .selectFrom('staff_session')
      .innerJoin('staff', 'staff.id', 'staff_session.staff_id')
      .selectAll('staff')
      .select(['is_verified', 'used_at'])
      .where('token_hash', '=', hashToken(sessionToken))
      .where('used_at', '>', addMinutes(clock.now(), -maxIdleMinutes).toISOString())
      .where('staff_session.created_at', '>', addMinutes(clock.now(), -maxSessionMinutes).toISOString())
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!row) return null
    const now = clock.now()
    const lastUsedAt = new Date(row.used_at)
    if (extendsSession && addMinutes(lastUsedAt, minUsageUpdateMinutes) < now)
      await db
        .updateTable('staff_session')
        .set({ used_at: now.toISOString() })
        .where('token_hash', '=', hashToken(sessionToken))
        .execute()
    return {
      staff: toStaffMember(row),
      actor: row.is_verified === 1 ? toActor(row, clientNetwork) : null,
      endsAt: addMinutes(extendsSession ? now : lastUsedAt, maxIdleMinutes),
    }
  }

  async function signOut(sessionToken: string): Promise<void> {
    await db.deleteFrom('staff_session').where('token_hash', '=', hashToken(sessionToken)).execute()
  }

  async function eraseExpiredSessions(): Promise<void> {
    await db
      .deleteFrom('staff_session')
      .where((eb) =>
        eb.or([
          eb('used_at', '<=', addMinutes(clock.now(), -maxIdleMinutes).toISOString()),
          eb('created_at', '<=', addMinutes(clock.now(), -maxSessionMinutes).toISOString()),
        ]),
      )
      .execute()
    await db.deleteFrom('staff_invitation').where('expires_at', '<', clock.now().toISOString()).execute()
  }

  async function markVerifiedAndAudit(
    tx: Transaction,
    sessionToken: string,
    row: Row<'staff'>,
    clientNetwork: string,
  ): Promise<void> {
    await tx
      .updateTable('staff_session')
      .set({ is_verified: 1 })
      .where('token_hash', '=', hashToken(sessionToken))
      .execute()
    const target = { type: 'staff', id: row.id, name: row.email } as const
    await audit.record(tx, toActor(row, clientNetwork), 'staff.signIn', target, 'password, app')
  }

  /** Of a session that may still want its second factor. */
  async function findSessionStaffRow(sessionToken: string): Promise<Row<'staff'> | undefined> {
    const session = await findSession(sessionToken, '')
    if (!session) return undefined
    return db.selectFrom('staff').selectAll().where('id', '=', session.staff.id).executeTakeFirst()
  }

  async function endSessions(tx: Transaction, staffId: number): Promise<void> {
    await tx.deleteFrom('staff_session').where('staff_id', '=', staffId).execute()
  }

  async function lockStaffRow(tx: Transaction, id: number): Promise<Row<'staff'>> {
    const rowQuery = tx.selectFrom('staff').selectAll().where('id', '=', id).where('removed_at', 'is', null)
    const row = await (database.engine === 'postgres' ? rowQuery.forUpdate() : rowQuery).executeTakeFirst()
    if (!row) throw new ShopError('staff.unknown')
    return row
  }

  /** On PostgreSQL two owners who remove each other wait for one another: the rows of all owners are held. */
  async function lockOwnersAndAssertOneRemains(tx: Transaction, id: number): Promise<void> {
    const ownersQuery = tx
      .selectFrom('staff')
      .select('id')
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .orderBy('id')
    const rows = await (database.engine === 'postgres' ? ownersQuery.forUpdate() : ownersQuery).execute()
    if (!rows.some((row) => row.id !== id)) throw new ShopError('staff.lastOwner')
  }
}

function normalizeEmailAndCrf({ email, crf, role }: NewStaffMember) {
  return { email: normalizeInput(email).toLowerCase(), crf: role === 'pharmacist' ? crf : null }
}

function toStaffMember(row: Row<'staff'>): StaffMember {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    crf: row.crf,
    branchId: row.branch_id,
    isActive: row.password_hash !== null,
    hasSecondFactor: row.totp_confirmed === 1,
  }
}
