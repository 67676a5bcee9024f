import { randomBytes } from 'node:crypto'
import { letters } from '../../app/texts/mail.ts'
import { asStaff, type Failures } from '../accounts/failures.ts'
import type { Passkey, Passkeys } from '../accounts/passkeys.ts'
import { comparePassword } from '../accounts/passwords.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Audit } from './audit.ts'
import type { Actor } from './roles.ts'
import { actorFrom, tokenHash } from './staff-rows.ts'

interface Deps {
  database: Database
  clock: Clock
  failures: Failures
  mail: Mail
  passkeys: Passkeys
  audit: Audit
}

/** Passkeys of the shop's own people, in place of password and code. Both stay: a device may be lost. */
export function createStaffPasskeys({ database, clock, failures, mail, passkeys, audit }: Deps) {
  const { db, transact } = database
  return {
    passkeyOptions: passkeys.signInOptions,
    signInByPasskey,
    listPasskeys,
    beginPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
  }

  /** @returns the token of a session that wants no second factor @throws ShopError "passkey.refused", "passkey.cloned", "limit.reached" */
  async function signInByPasskey(answer: string, network: string): Promise<string> {
    const staffId = await passkeys.judgeSignIn(answer, network)
    const token = randomBytes(32).toString('base64url')
    const now = clock.now().toISOString()
    await transact(async (tx) => {
      const row = await staffRow(tx, staffId)
      if (!row) throw new ShopError('passkey.refused')
      const session = {
        token_hash: tokenHash(token),
        staff_id: row.id,
        is_verified: 1,
        created_at: now,
        used_at: now,
      } as const
      await tx.insertInto('staff_session').values(session).execute()
      const record = { type: 'staff', id: row.id, name: row.email } as const
      await audit.record(tx, actorFrom(row, network), 'staff.signIn', record, 'passkey')
    })
    return token
  }

  function listPasskeys(actor: Actor): Promise<Passkey[]> {
    return passkeys.list(idOf(actor))
  }

  /** @throws ShopError "password.wrong", "passkey.tooMany", "limit.reached" */
  async function beginPasskey(actor: Actor, password: string): Promise<string> {
    const row = await staffRow(db, idOf(actor))
    if (!row) throw new ShopError('staff.signedOut')
    const compare = async () => (await comparePassword(row.password_hash ?? undefined, password)) || null
    if (!(await failures.judge(asStaff(row.email), actor.network, compare)))
      throw new ShopError('password.wrong', { input: 'password' })
    return passkeys.registrationOptions(row.id, row.email)
  }

  /** @throws ShopError "passkey.refused", "passkey.name", "passkey.taken", "passkey.tooMany" */
  function addPasskey(actor: Actor, passkey: { answer: string; name: string }): Promise<void> {
    return passkeys.register(idOf(actor), passkey, (tx) => recordAndEmail(tx, actor, 'staff.addPasskey'))
  }

  /** @throws ShopError "passkey.unknown", "passkey.name" */
  async function renamePasskey(actor: Actor, id: string, name: string): Promise<void> {
    await passkeys.rename(idOf(actor), id, name)
  }

  /** @throws ShopError "passkey.unknown" */
  function removePasskey(actor: Actor, id: string): Promise<void> {
    return passkeys.remove(idOf(actor), id, (tx) => recordAndEmail(tx, actor, 'staff.removePasskey'))
  }

  async function recordAndEmail(
    tx: Transaction,
    actor: Actor,
    act: 'staff.addPasskey' | 'staff.removePasskey',
  ): Promise<void> {
    const row = await staffRow(tx, idOf(actor))
    if (!row) throw new ShopError('staff.signedOut')
    await audit.record(tx, actor, act, { type: 'staff', id: row.id, name: row.email })
    const email = act === 'staff.addPasskey' ? letters.passkeyAdded(row.name, null) : letters.passkeyRemoved(row.name)
    await mail.enqueue(tx, row.email, email)
  }

  function staffRow(db: Transaction, id: number): Promise<Row<'staff'> | undefined> {
    return db.selectFrom('staff').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  }
}

/** Neither the operator nor a system has passkeys. */
function idOf({ staffId }: Actor): number {
  if (staffId === null) throw new ShopError('staff.forbidden')
  return staffId
}
