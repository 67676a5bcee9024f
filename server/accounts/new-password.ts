import { letters } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import { normalizeCode } from '../platform/user-input.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'
import { assertNotBlocked } from './blocks.ts'
import { confirmRow, customerRow, greetedName, lockPassword, selectByEmail } from './customer.sql.ts'
import type { EmailCodes } from './email-codes.ts'
import type { OwnDevice } from './email-confirmation.ts'
import type { Failures } from './failures.ts'
import type { KnownDevices } from './known-devices.ts'
import { assertNotGuessable, comparePassword, hashPassword } from './passwords.ts'
import type { Sessions } from './sessions.ts'

interface Deps {
  database: Database
  clock: Clock
  mail: Mail
  attempts: Attempts
  failures: Failures
  codes: EmailCodes
  sessions: Sessions
  devices: KnownDevices
}

/** As many as logins, and for the same reason: a right one costs a hash, too. */
const proofs: AttemptLimit = { name: 'password proofs', max: 60, minutes: 1 }

export type NewPassword = ReturnType<typeof createNewPassword>

/** The two ways to set a new password: with the current one, or with a mailed code. */
export function createNewPassword({ database, clock, mail, attempts, failures, codes, sessions, devices }: Deps) {
  const { db } = database
  return { provePassword, mailProofCode, changePassword, mailRecoveryCode, checkRecoveryCode, resetPassword }

  /**
   * Asks a signed-in customer for the password again; who has none, for a mailed code in its place. A wrong one counts like a
   * failed login.
   * @throws ShopError "password.wrong", "code.invalid", "limit.reached"
   */
  async function provePassword(customerId: number, password: string, network: string): Promise<Row<'customer'>> {
    await attempts.take([proofs, network])
    const row = await customerRow(db, customerId)
    if (row.password_hash === '') return proveByCode(row, password, network)
    const isKnown = await failures.judge(
      row.email,
      network,
      async () => (await comparePassword(row.password_hash, password)) || null,
    )
    if (!isKnown) throw new ShopError('password.wrong', { input: 'currentPassword' })
    return row
  }

  async function proveByCode(row: Row<'customer'>, typedCode: string, network: string): Promise<Row<'customer'>> {
    const code = normalizeCode(typedCode)
    try {
      await codes.prove(row, 'proof', { code, network })
      await database.transact((tx) => codes.spend(tx, row.id, 'proof', code))
    } catch (error) {
      throw isShopError(error, 'code.invalid') ? new ShopError('code.invalid', { input: 'currentPassword' }) : error
    }
    return row
  }

  /** Mails what `provePassword` asks for of a customer without a password. @throws ShopError "limit.reached" */
  async function mailProofCode(customerId: number): Promise<void> {
    const row = await customerRow(db, customerId)
    await codes.mailCode(row, 'proof', (code, minutes) => letters.proofCode(greetedName(row), code, minutes))
  }

  /**
   * Sets a new password, and signs out and forgets every other device, in case somebody else knows the old one.
   * @param token the current session, which stays signed in
   * @param deviceToken this device's own, which stays known
   * @throws ShopError "password.wrong", "password.common", "password.isEmail", "limit.reached"
   */
  async function changePassword(
    customerId: number,
    { currentPassword, password }: { currentPassword: string; password: string },
    network: string,
    token: string | null,
    deviceToken: string | null = null,
  ): Promise<void> {
    const { email, password_hash } = await customerRow(db, customerId)
    // Before the code that proves the account is used up.
    if (password_hash === '') await assertNotGuessable(password, email)
    const row = await provePassword(customerId, currentPassword, network)
    await setPassword(row, password, {
      keep: { token, deviceToken },
      async first(tx) {
        if (!(await lockPassword(tx, row))) throw new ShopError('password.wrong', { input: 'currentPassword' })
      },
    })
  }

  /**
   * Mails a recovery code.
   * @throws ShopError "email.unknown" (as the specification asks, so it counts against the caller), "limit.reached"
   */
  async function mailRecoveryCode(email: string, network: string): Promise<void> {
    const row = await rowOf(email, network)
    await codes.mailCode(row, 'recovery', (code, minutes) => letters.recoveryCode(greetedName(row), code, minutes))
  }

  /**
   * @throws ShopError "email.unknown", "code.invalid" (also for another customer's code), "limit.reached"; "account.blocked"
   *   after the right code alone
   */
  async function checkRecoveryCode(email: string, code: string, network: string): Promise<void> {
    await proveRecovery(email, code, network)
  }

  async function proveRecovery(email: string, code: string, network: string): Promise<Row<'customer'>> {
    const row = await rowOf(email, network)
    await codes.prove(row, 'recovery', { code, network })
    assertNotBlocked(row)
    return row
  }

  /**
   * Sets a new password by code, which confirms the e-mail too, and signs out and forgets every device.
   * @throws ShopError "email.unknown", "code.invalid", "limit.reached", "account.blocked", and as `changePassword` for the
   *   password itself (the code stays valid)
   */
  async function resetPassword(email: string, code: string, password: string, network: string): Promise<void> {
    const row = await proveRecovery(email, code, network)
    await setPassword(row, password, {
      async first(tx) {
        await codes.spend(tx, row.id, 'recovery', code)
        await confirmRow(tx, row.id, clock.now())
      },
    })
  }

  async function rowOf(email: string, network: string): Promise<Row<'customer'>> {
    const address = email.toLowerCase()
    const row = await failures.judge(
      address,
      network,
      async () => (await selectByEmail(db, address)) ?? null,
      'recovery',
    )
    if (!row) throw new ShopError('email.unknown', { input: 'email' })
    return row
  }

  async function setPassword(
    row: Row<'customer'>,
    password: string,
    {
      keep = { token: null, deviceToken: null },
      first,
    }: { keep?: OwnDevice; first: (tx: Transaction) => Promise<void> },
  ): Promise<void> {
    await assertNotGuessable(password, row.email)
    const passwordHash = await hashPassword(password)
    await database.transact(async (tx) => {
      await first(tx)
      await tx.updateTable('customer').set({ password_hash: passwordHash }).where('id', '=', row.id).execute()
      await sessions.revokeAll(tx, row.id, keep.token)
      await devices.forgetAll(tx, row.id, keep.deviceToken)
      // A stranger's mailbox is not told, however often the password is changed.
      const { email_confirmed_at } = await customerRow(tx, row.id)
      if (email_confirmed_at !== null) await mail.enqueue(tx, row.email, letters.passwordChanged(row.first_name))
    })
  }
}
