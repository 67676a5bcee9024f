import { emailTexts } from '../../app/texts/mail.ts'
import type { Database } from '../database/connection.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import type { MailService } from '../mail/mail.ts'
import { toShopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import * as forms from './account-forms.ts'
import type { AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'
import { assertNotBlocked, createCustomerBlockService } from './blocks.ts'
import { createCodeSignInService } from './code-sign-in.ts'
import { lockIfPasswordUnchanged, requireCustomerRow, selectCustomerByEmail } from './customer.sql.ts'
import { createCustomerPasskeyService } from './customer-passkeys.ts'
import { writeSearchWords } from './customer-search.ts'
import { type Customer, createCustomerService, toCustomer } from './customers.ts'
import { toDeviceName } from './device-name.ts'
import type { EmailCodeService } from './email-codes.ts'
import { createEmailConfirmationService } from './email-confirmation.ts'
import type { EmailVerificationCodeService } from './email-verification-codes.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { createKnownDeviceService, knownDeviceLifetimeSeconds } from './known-devices.ts'
import type { PasskeyService } from './passkeys.ts'
import { createPasswordChangeService } from './password-changes.ts'
import { assertPasswordNotGuessable, comparePasswordUnqueued, hashPassword, withHashingSlot } from './passwords.ts'
import { createSessionService, maxSessionSeconds } from './sessions.ts'

type Profile = Pick<Customer, 'firstName' | 'lastName' | 'phone' | 'birthday'>

/** What is left out stays as it is. */
type ProfileChange = { [Field in keyof Profile]?: Profile[Field] | undefined }

interface Registration extends Profile {
  email: string
  password: string
}

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  attemptLimiter: AttemptLimiter
  failureLimiter: FailureLimiter
  emailCodes: EmailCodeService
  emailVerificationCodes: EmailVerificationCodeService
  passkeys: PasskeyService
}

/** What creates rows, by the network that asks for it. */
const loginLimit: AttemptLimit = { name: 'logins', maxAttempts: 60, periodMinutes: 1 }
const registrationLimit: AttemptLimit = { name: 'registrations', maxAttempts: 10, periodMinutes: 60 }
const visitorSessionLimit: AttemptLimit = { name: 'visits', maxAttempts: 60, periodMinutes: 1 }

/** Earlier dates are rejected as typing errors. */
const earliestBirthday = '1900-01-01'

export type AccountService = ReturnType<typeof createAccountService>

/** Customers and their sessions. `clientNetwork` is where a request came from: limits count by it too. */
export function createAccountService({
  database,
  clock,
  mail,
  attemptLimiter,
  failureLimiter,
  emailCodes,
  emailVerificationCodes,
  passkeys,
}: Deps) {
  const { db } = database
  const sessions = createSessionService(database, clock)
  const knownDevices = createKnownDeviceService(database, clock)
  const passwordChanges = createPasswordChangeService({
    database,
    clock,
    mail,
    attemptLimiter,
    failureLimiter,
    emailCodes,
    sessions,
    knownDevices,
  })

  return {
    forms,
    assertPasswordNotGuessable,
    assertPlausibleBirthday,
    register,
    signInWithPassword,
    logout: sessions.end,
    startVisitorSession,
    findSession: sessions.find,
    listDevices: sessions.list,
    signOutDevice,
    signOutEverywhere,
    eraseExpiredSessions: sessions.eraseExpired,
    findSignedInCustomer,
    ...createCustomerService(database),
    ...createCustomerBlockService({ database, clock, sessions }),
    updateProfile,
    saveReceiver,
    ...createEmailConfirmationService({ database, clock, mail, emailCodes, sessions, knownDevices }),
    ...createCodeSignInService({ database, clock, mail, emailVerificationCodes, sessions, knownDevices }),
    ...passwordChanges,
    ...createCustomerPasskeyService({
      database,
      mail,
      passkeys,
      sessions,
      verifyPasswordOrCode: passwordChanges.verifyPasswordOrCode,
    }),
    rememberDevice: knownDevices.rememberDevice,
    eraseExpiredDevices: knownDevices.eraseExpired,
    eraseExpiredAttempts,
    maxSessionSeconds,
    knownDeviceLifetimeSeconds,
  }

  /**
   * Creates an account, signs it in, and mails the code that confirms its e-mail.
   * @returns the session token
   * @throws ShopError "password.common", "password.isEmail", "birthday.invalid", "email.taken", "limit.reached",
   *   "password.busy"
   */
  async function register(
    registration: Registration,
    clientNetwork: string,
    userAgent: string | null = null,
  ): Promise<string> {
    await assertPasswordNotGuessable(registration.password, registration.email)
    assertPlausibleBirthday(registration.birthday)
    // Counts refused ones, too: a registration signs in at once, so it cannot hide that an e-mail is taken, but that must not
    // be queried in bulk.
    await attemptLimiter.consume([registrationLimit, clientNetwork])
    const row = {
      ...toProfileRow(registration),
      email: registration.email.toLowerCase(),
      password_hash: await hashPassword(registration.password),
      created_at: clock.now().toISOString(),
    }
    try {
      const sessionToken = await database.transact(async (tx) => {
        const { id } = await tx.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()
        await writeSearchWords(tx, id, row)
        await emailCodes.enqueueCode(tx, { id, email: row.email }, 'confirmation', emailTexts.confirmEmail)
        return sessions.start(id, { device: toDeviceName(userAgent), signedInBy: 'password', tx })
      })
      // An account that was deleted and is back within the hour may have used them up: then the page offers another later.
      await emailCodes.consumeCodeEmailLimit(row.email).catch((error) => {
        if (!(error instanceof ShopError && error.code === 'limit.reached')) throw error
      })
      return sessionToken
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new ShopError('email.taken', { input: 'email' })
    }
  }

  /**
   * Signs in. An unknown e-mail and a wrong password take the same time and give the same message.
   * @param deviceToken the one that `rememberDevice` gave this device
   * @returns the session token
   * @throws ShopError "login.refused", "limit.reached", "password.busy"; "account.blocked" after the right password alone
   */
  async function signInWithPassword(
    email: string,
    password: string,
    clientNetwork: string,
    userAgent: string | null = null,
    deviceToken: string | null = null,
  ): Promise<string> {
    const normalizedEmail = email.toLowerCase()
    // Whatever its outcome a login costs a hash.
    await attemptLimiter.consume([loginLimit, clientNetwork])
    const row = await selectCustomerByEmail(db, normalizedEmail)
    const deviceKey = row ? await knownDevices.findAttemptCounterKey(row.id, deviceToken) : null
    const comparePassword = async () => (await comparePasswordUnqueued(row?.password_hash, password)) || null
    const isCorrect = await failureLimiter.evaluateLogin(
      normalizedEmail,
      { clientNetwork, deviceKey },
      comparePassword,
      withHashingSlot,
    )
    const refusal = new ShopError('login.refused', { input: 'email' })
    if (!row || !isCorrect) throw refusal
    return database.transact(async (tx) => {
      if (!(await lockIfPasswordUnchanged(tx, row))) throw refusal
      assertNotBlocked(await requireCustomerRow(tx, row.id))
      return sessions.start(row.id, { device: toDeviceName(userAgent), signedInBy: 'password', tx })
    })
  }

  /**
   * The initial anonymous token of a visitor (specification, section 6).
   * @throws ShopError "limit.reached"
   */
  async function startVisitorSession(clientNetwork: string): Promise<string> {
    await attemptLimiter.consume([visitorSessionLimit, clientNetwork])
    return sessions.start(null)
  }

  /** The customer whose session the token is; null for a visitor's, an unknown or an expired one. */
  async function findSignedInCustomer(sessionToken: string): Promise<Customer | null> {
    const row = await sessions.findCustomerRow(sessionToken)
    return row ? toCustomer(row) : null
  }

  /** @throws ShopError "birthday.invalid"; "token.invalid" when the account was deleted meanwhile */
  async function updateProfile(customerId: number, change: ProfileChange): Promise<void> {
    if (change.birthday) assertPlausibleBirthday(change.birthday)
    await database.transact(async (tx) => {
      const row = await tx
        .updateTable('customer')
        // Never no column, though a change may leave out everything.
        .set({ erased_at: null, ...toProfileRow(change) })
        .where('id', '=', customerId)
        .where('erased_at', 'is', null)
        .returning(['first_name', 'last_name'])
        .executeTakeFirst()
      if (!row) throw new ShopError('token.invalid')
      await writeSearchWords(tx, customerId, row)
    })
  }

  /** The name and the phone of who came without them, by a code. @throws ShopError "token.invalid" */
  function saveReceiver(customerId: number, { fullName, phone }: { fullName: string; phone: string }): Promise<void> {
    const [firstName = '', ...remainingNames] = fullName.split(/\s+/)
    return updateProfile(customerId, { firstName, lastName: remainingNames.join(' '), phone })
  }

  /** @throws ShopError "session.unknown" for a device that is unknown or another customer's */
  async function signOutDevice(customerId: number, id: string): Promise<void> {
    if (!(await sessions.revoke(customerId, id))) throw new ShopError('session.unknown')
  }

  /** Ends every session of a customer, on this device too. */
  function signOutEverywhere(customerId: number): Promise<void> {
    return database.transact((tx) => sessions.revokeAll(tx, customerId))
  }

  /** What was counted, codes that nobody used in time, and challenges that were answered. */
  async function eraseExpiredAttempts(): Promise<void> {
    await attemptLimiter.eraseExpired()
    await emailVerificationCodes.eraseExpired()
    await passkeys.eraseExpired()
  }

  /** Nobody is born later than today, or was before 1900. @throws ShopError "birthday.invalid" */
  function assertPlausibleBirthday(birthday: string | null): void {
    if (birthday === null) return
    if (birthday < earliestBirthday || birthday > toShopDay(clock.now()))
      throw new ShopError('birthday.invalid', { input: 'birthday' })
  }
}

function toProfileRow<Change extends ProfileChange>({
  firstName,
  lastName,
  phone,
  birthday,
}: Change): { first_name: Change['firstName']; last_name: Change['lastName'] } & Pick<Change, 'phone' | 'birthday'> {
  return { first_name: firstName, last_name: lastName, phone, birthday }
}
