import { randomBytes } from 'node:crypto'
import { emailTexts } from '../../app/texts/mail.ts'
import { type FailureLimiter, toStaffFailureKey } from '../accounts/failure-limiter.ts'
import type { Passkey, PasskeyService } from '../accounts/passkeys.ts'
import { comparePassword } from '../accounts/passwords.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { MailService } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { AuditLog } from './audit.ts'
import type { Actor } from './roles.ts'
import { hashToken, toActor } from './staff-rows.ts'

interface Deps {
  database: Database
  clock: Clock
  failureLimiter: FailureLimiter
  mail: MailService
  passkeys: PasskeyService
  audit: AuditLog
}

/** Passkeys of the shop's own people, in place of password and code. Both stay: a device may be lost. */
export function createStaffPasskeyService({ database, clock, failureLimiter, mail, passkeys, audit }: Deps) {
  const { db, transact } = database
  return {
    createPasskeyOptions: passkeys.createSignInOptions,
    signInWithPasskey,
    listPasskeys,
    startPasskeyRegistration,
    addPasskey,
    renamePasskey,
    removePasskey,
  }

  /** @returns the token of a session that wants no second factor @throws ShopError "passkey.refused", "passkey.cloned", "limit.reached" */
  async function signInWithPasskey(responseJson: string, clientNetwork: string): Promise<string> {
    const staffId = await passkeys.verifySignIn(responseJson, clientNetwork)
    const sessionToken = randomBytes(32).toString('base64url')
    const now = clock.now().toISOString()
    await transact(async (tx) => {
      const row = await findStaffRow(tx, staffId)
      if (!row) throw new ShopError('passkey.refused')
      const session = {
        token_hash: hashToken(sessionToken),
        staff_id: row.id,
        is_verified: 1,
        created_at: now,
        used_at: now,
      } as const
      await tx.insertInto('staff_session').values(session).execute()
      const target = { type: 'staff', id: row.id, name: row.email } as const
      await audit.record(tx, toActor(row, clientNetwork), 'staff.signIn', target, 'passkey')
    })
    return sessionToken
  }

  function listPasskeys(actor: Actor): Promise<Passkey[]> {
    return passkeys.list(requireStaffId(actor))
  }

  /** @throws ShopError "password.wrong", "passkey.tooMany", "limit.reached" */
  async function startPasskeyRegistration(actor: Actor, password: string): Promise<string> {
    const row = await findStaffRow(db, requireStaffId(actor))
    if (!row) throw new ShopError('staff.signedOut')
    const compare = async () => (await comparePassword(row.password_hash ?? undefined, password)) || null
    if (!(await failureLimiter.evaluateAttempt(toStaffFailureKey(row.email), actor.clientNetwork, compare)))
      throw new ShopError('password.wrong', { input: 'password' })
    return passkeys.createRegistrationOptions(row.id, row.email)
  }

  /** @throws ShopError "passkey.refused", "passkey.name", "passkey.taken", "passkey.tooMany" */
  function addPasskey(actor: Actor, passkey: { answer: string; name: string }): Promise<void> {
    return passkeys.register(requireStaffId(actor), passkey, (tx) => auditAndNotify(tx, actor, 'staff.addPasskey'))
  }

  /** @throws ShopError "passkey.unknown", "passkey.name" */
  async function renamePasskey(actor: Actor, id: string, name: string): Promise<void> {
    await passkeys.rename(requireStaffId(actor), id, name)
  }

  /** @throws ShopError "passkey.unknown" */
  function removePasskey(actor: Actor, id: string): Promise<void> {
    return passkeys.remove(requireStaffId(actor), id, (tx) => auditAndNotify(tx, actor, 'staff.removePasskey'))
  }

  async function auditAndNotify(
    tx: Transaction,
    actor: Actor,
    action: 'staff.addPasskey' | 'staff.removePasskey',
  ): Promise<void> {
    const row = await findStaffRow(tx, requireStaffId(actor))
    if (!row) throw new ShopError('staff.signedOut')
    await audit.record(tx, actor, action, { type: 'staff', id: row.id, name: row.email })
    const email =
      action === 'staff.addPasskey' ? emailTexts.passkeyAdded(row.name, null) : emailTexts.passkeyRemoved(row.name)
    await mail.enqueue(tx, row.email, email)
  }

  function findStaffRow(db: Transaction, id: number): Promise<Row<'staff'> | undefined> {
    return db.selectFrom('staff').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  }
}

/** Neither the operator nor a system has passkeys. */
function requireStaffId({ staffId }: Actor): number {
  if (staffId === null) throw new ShopError('staff.forbidden')
  return staffId
}
