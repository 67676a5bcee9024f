import { emailTexts } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { MailService } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import { normalizeCode } from '../platform/user-input.ts'
import type { AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'
import { assertNotBlocked } from './blocks.ts'
import {
  lockIfPasswordUnchanged,
  markEmailConfirmed,
  requireCustomerRow,
  selectCustomerByEmail,
  toGreetingName,
} from './customer.sql.ts'
import type { EmailCodeService } from './email-codes.ts'
import type { CurrentDevice } from './email-confirmation.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import type { KnownDeviceService } from './known-devices.ts'
import { assertPasswordNotGuessable, comparePassword, hashPassword } from './passwords.ts'
import type { SessionService } from './sessions.ts'

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  attemptLimiter: AttemptLimiter
  failureLimiter: FailureLimiter
  emailCodes: EmailCodeService
  sessions: SessionService
  knownDevices: KnownDeviceService
}

/** As many as logins, and for the same reason: a right one costs a hash, too. */
const proofLimit: AttemptLimit = { name: 'password proofs', maxAttempts: 60, periodMinutes: 1 }

export type PasswordChangeService = ReturnType<typeof createPasswordChangeService>

/** The two ways to set a new password: with the current one, or with a mailed code. */
export function createPasswordChangeService({
  database,
  clock,
  mail,
  attemptLimiter,
  failureLimiter,
  emailCodes,
  sessions,
  knownDevices,
}: Deps) {
  const { db } = database
  return {
    verifyPasswordOrCode,
    sendProofCode,
    changePassword,
    sendRecoveryCode,
    assertValidRecoveryCode,
    resetPassword,
  }

  /**
   * Asks a signed-in customer for the password again; who has none, for a mailed code in its place. A wrong one counts like a
   * failed login.
   * @throws ShopError "password.wrong", "code.invalid", "limit.reached"
   */
  async function verifyPasswordOrCode(
    customerId: number,
    passwordOrCode: string,
    clientNetwork: string,
  ): Promise<Row<'customer'>> {
    await attemptLimiter.consume([proofLimit, clientNetwork])
    const row = await requireCustomerRow(db, customerId)
    if (row.password_hash === '') return verifyProofCode(row, passwordOrCode, clientNetwork)
    const isCorrect = await failureLimiter.evaluateAttempt(
      row.email,
      clientNetwork,
      async () => (await comparePassword(row.password_hash, passwordOrCode)) || null,
    )
    if (!isCorrect) throw new ShopError('password.wrong', { input: 'currentPassword' })
    return row
  }

  async function verifyProofCode(row: Row<'customer'>, input: string, clientNetwork: string): Promise<Row<'customer'>> {
    const code = normalizeCode(input)
    try {
      await emailCodes.verify(row, 'proof', { code, clientNetwork })
      await database.transact((tx) => emailCodes.consume(tx, row.id, 'proof', code))
    } catch (error) {
      throw isShopError(error, 'code.invalid') ? new ShopError('code.invalid', { input: 'currentPassword' }) : error
    }
    return row
  }

  /** Mails the code that `verifyPasswordOrCode` wants of a customer without a password. @throws ShopError "limit.reached" */
  async function sendProofCode(customerId: number): Promise<void> {
    const row = await requireCustomerRow(db, customerId)
    await emailCodes.sendCode(row, 'proof', (code, minutes) =>
      emailTexts.verificationCode(toGreetingName(row), code, minutes),
    )
  }

  /**
   * Sets a new password, and signs out and forgets every other device, in case somebody else knows the old one.
   * @param sessionToken the current session, which stays signed in
   * @param deviceToken this device's own, which stays known
   * @throws ShopError "password.wrong", "password.common", "password.isEmail", "limit.reached"
   */
  async function changePassword(
    customerId: number,
    { currentPassword, password }: { currentPassword: string; password: string },
    clientNetwork: string,
    sessionToken: string | null,
    deviceToken: string | null = null,
  ): Promise<void> {
    const { email, password_hash } = await requireCustomerRow(db, customerId)
    // Before the code that proves the account is used up.
    if (password_hash === '') await assertPasswordNotGuessable(password, email)
    const row = await verifyPasswordOrCode(customerId, currentPassword, clientNetwork)
    await setPassword(row, password, {
      currentDevice: { sessionToken, deviceToken },
      async beforeUpdate(tx) {
        if (!(await lockIfPasswordUnchanged(tx, row)))
          throw new ShopError('password.wrong', { input: 'currentPassword' })
      },
    })
  }

  /**
   * Mails a recovery code.
   * @throws ShopError "email.unknown" (as the specification asks, so it counts against the caller), "limit.reached"
   */
  async function sendRecoveryCode(email: string, clientNetwork: string): Promise<void> {
    const row = await requireCustomerRowByEmail(email, clientNetwork)
    await emailCodes.sendCode(row, 'recovery', (code, minutes) =>
      emailTexts.recoveryCode(toGreetingName(row), code, minutes),
    )
  }

  /**
   * @throws ShopError "email.unknown", "code.invalid" (also for another customer's code), "limit.reached"; "account.blocked"
   *   after the right code alone
   */
  async function assertValidRecoveryCode(email: string, code: string, clientNetwork: string): Promise<void> {
    await requireCustomerRowByRecoveryCode(email, code, clientNetwork)
  }

  async function requireCustomerRowByRecoveryCode(
    email: string,
    code: string,
    clientNetwork: string,
  ): Promise<Row<'customer'>> {
    const row = await requireCustomerRowByEmail(email, clientNetwork)
    await emailCodes.verify(row, 'recovery', { code, clientNetwork })
    assertNotBlocked(row)
    return row
  }

  /**
   * Sets a new password by code, which confirms the e-mail too, and signs out and forgets every device.
   * @throws ShopError "email.unknown", "code.invalid", "limit.reached", "account.blocked", and as `changePassword` for the
   *   password itself (the code stays valid)
   */
  async function resetPassword(email: string, code: string, password: string, clientNetwork: string): Promise<void> {
    const row = await requireCustomerRowByRecoveryCode(email, code, clientNetwork)
    await setPassword(row, password, {
      async beforeUpdate(tx) {
        await emailCodes.consume(tx, row.id, 'recovery', code)
        await markEmailConfirmed(tx, row.id, clock.now())
      },
    })
  }

  async function requireCustomerRowByEmail(email: string, clientNetwork: string): Promise<Row<'customer'>> {
    const normalizedEmail = email.toLowerCase()
    const row = await failureLimiter.evaluateAttempt(
      normalizedEmail,
      clientNetwork,
      async () => (await selectCustomerByEmail(db, normalizedEmail)) ?? null,
      'recovery',
    )
    if (!row) throw new ShopError('email.unknown', { input: 'email' })
    return row
  }

  async function setPassword(
    row: Row<'customer'>,
    password: string,
    {
      currentDevice = { sessionToken: null, deviceToken: null },
      beforeUpdate,
    }: { currentDevice?: CurrentDevice; beforeUpdate: (tx: Transaction) => Promise<void> },
  ): Promise<void> {
    await assertPasswordNotGuessable(password, row.email)
    const passwordHash = await hashPassword(password)
    await database.transact(async (tx) => {
      await beforeUpdate(tx)
      await tx.updateTable('customer').set({ password_hash: passwordHash }).where('id', '=', row.id).execute()
      await sessions.revokeAll(tx, row.id, currentDevice.sessionToken)
      await knownDevices.forgetDevices(tx, row.id, currentDevice.deviceToken)
      // A stranger's mailbox is not told, however often the password is changed.
      const { email_confirmed_at } = await requireCustomerRow(tx, row.id)
      if (email_confirmed_at !== null) await mail.enqueue(tx, row.email, emailTexts.passwordChanged(row.first_name))
    })
  }
}
