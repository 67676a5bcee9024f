/** Customers and their sessions. `clientNetwork` is where a request came from: limits count by it too. */

import type { Context } from '../context.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import { createNotice } from '../notify/notice.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import type { AttemptLimit } from './attempt-limiter.ts'
import { consume, eraseExpiredCounts } from './attempt-limiter.ts'
import { assertNotBlocked } from './blocks.ts'
import { lockIfPasswordUnchanged, requireCustomerRow, selectCustomerByEmail } from './customer.sql.ts'
import { writeSearchWords } from './customer-search.ts'
import { type Customer, toCustomer } from './customers.ts'
import { toDeviceName } from './device-name.ts'
import { consumeCodeEmailLimit, enqueueCode, eraseExpiredCodes } from './email-codes.ts'
import { evaluateLogin } from './failure-limiter.ts'
import { findAttemptCounterKey } from './known-devices.ts'
import { eraseExpiredPasskeyAnswers } from './passkeys.ts'
import { assertPasswordNotGuessable, comparePasswordUnqueued, hashPassword, withHashingSlot } from './passwords.ts'
import { findCustomerRow, revokeAllSessions, revokeSession, startSession } from './sessions.ts'

type Profile = Pick<Customer, 'firstName' | 'lastName' | 'phone' | 'birthday'>

/** What is left out stays as it is. */
type ProfileChange = { [Field in keyof Profile]?: Profile[Field] | undefined }

interface Registration extends Profile {
  email: string
  password: string
}

/** What creates rows, by the network that asks for it. */
const loginLimit: AttemptLimit = { name: 'logins', maxAttempts: 60, periodMinutes: 1, scope: 'network' }
const networkRegistrationLimit: AttemptLimit = {
  name: 'registrations, network',
  maxAttempts: 100,
  periodMinutes: 60,
  scope: 'network',
}
const visitorSessionLimit: AttemptLimit = { name: 'visits', maxAttempts: 60, periodMinutes: 1, scope: 'network' }

/** A browser's own; of who does not tell a device, as programs, those of a network together. */
const createRegistrationLimit = (deviceId: string | null): AttemptLimit => ({
  name: 'registrations',
  maxAttempts: 10,
  periodMinutes: 60,
  ...(deviceId === null && { scope: 'network' }),
})

/** Earlier dates are rejected as typing errors. */
const earliestBirthday = '1900-01-01'

/**
 * Creates an account, signs it in, and mails the code that confirms its e-mail.
 * @param deviceId tells devices of one network apart; null where there is none
 * @returns the session token
 */
export async function register(
  ctx: Context,
  registration: Registration,
  clientNetwork: string,
  userAgent: string | null = null,
  deviceId: string | null = null,
): Promise<string> {
  await assertPasswordNotGuessable(registration.password, registration.email)
  assertPlausibleBirthday(ctx, registration.birthday)
  // Counts refused ones, too: a registration signs in at once, so it cannot hide that an e-mail is taken, but that must not
  // be queried in bulk.
  await consume(
    ctx,
    [createRegistrationLimit(deviceId), clientNetwork, deviceId ?? ''],
    [networkRegistrationLimit, clientNetwork],
  )
  const row = {
    ...toProfileRow(registration),
    email: registration.email.toLowerCase(),
    passwordHash: await hashPassword(registration.password),
    createdAt: ctx.clock.now(),
  }
  try {
    const sessionToken = await ctx.transact(async (ctx) => {
      const { id } = await ctx.db.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()
      await writeSearchWords(ctx, id, row)
      await enqueueCode(ctx, { email: row.email, purpose: 'confirmation', customerId: id }, (...code) =>
        createNotice('confirmEmail', ...code),
      )
      return startSession(ctx, id, { device: toDeviceName(userAgent), signedInBy: 'password' })
    })
    // An account that was deleted and is back within the hour may have used them up: then the page offers another later.
    await consumeCodeEmailLimit(ctx, row.email).catch((error) => {
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
export async function signInWithPassword(
  ctx: Context,
  email: string,
  password: string,
  clientNetwork: string,
  userAgent: string | null = null,
  deviceToken: string | null = null,
): Promise<string> {
  const normalizedEmail = email.toLowerCase()
  // Whatever its outcome a login costs a hash.
  await consume(ctx, [loginLimit, clientNetwork])
  const row = await selectCustomerByEmail(ctx, normalizedEmail)
  const deviceKey = row ? await findAttemptCounterKey(ctx, row.id, deviceToken) : null
  const comparePassword = async () => (await comparePasswordUnqueued(row?.passwordHash, password)) || null
  const isCorrect = await evaluateLogin(
    ctx,
    normalizedEmail,
    { clientNetwork, deviceKey },
    comparePassword,
    withHashingSlot,
  )
  const refusal = new ShopError('login.refused', { input: 'email' })
  if (!row || !isCorrect) throw refusal
  return ctx.transact(async (ctx) => {
    if (!(await lockIfPasswordUnchanged(ctx, row))) throw refusal
    assertNotBlocked(await requireCustomerRow(ctx, row.id))
    return startSession(ctx, row.id, { device: toDeviceName(userAgent), signedInBy: 'password' })
  })
}

/** The initial anonymous token of a visitor (specification, section 6). */
export async function startVisitorSession(ctx: Context, clientNetwork: string): Promise<string> {
  await consume(ctx, [visitorSessionLimit, clientNetwork])
  return startSession(ctx, null)
}

/** The customer whose session the token is; null for a visitor's, an unknown or an expired one. */
export async function findSignedInCustomer(ctx: Context, sessionToken: string): Promise<Customer | null> {
  const row = await findCustomerRow(ctx, sessionToken)
  return row ? toCustomer(row) : null
}

export async function updateProfile(ctx: Context, customerId: number, change: ProfileChange): Promise<void> {
  if (change.birthday) assertPlausibleBirthday(ctx, change.birthday)
  await ctx.transact(async (ctx) => {
    const row = await ctx.db
      .updateTable('customer')
      // Never no column, though a change may leave out everything.
      .set({ erasedAt: null, ...toProfileRow(change) })
      .where('id', '=', customerId)
      .where('erasedAt', 'is', null)
      .returning(['firstName', 'lastName'])
      .executeTakeFirst()
    if (!row) throw new ShopError('token.invalid')
    await writeSearchWords(ctx, customerId, row)
  })
}

/** The name and the phone of who came without them, by a code. A page from before they were given changes nothing. */
export async function saveReceiver(
  ctx: Context,
  customerId: number,
  { fullName, phone }: { fullName: string; phone: string },
): Promise<void> {
  if ((await requireCustomerRow(ctx, customerId)).firstName !== '') return
  const [firstName = '', ...remainingNames] = fullName.split(/\s+/)
  await updateProfile(ctx, customerId, { firstName, lastName: remainingNames.join(' '), phone })
}

/** @throws ShopError "session.unknown" for a device that is unknown or another customer's */
export async function signOutDevice(ctx: Context, customerId: number, id: string): Promise<void> {
  if (!(await revokeSession(ctx, customerId, id))) throw new ShopError('session.unknown')
}

/** Ends every session of a customer, on this device too. */
export function signOutEverywhere(ctx: Context, customerId: number): Promise<void> {
  return ctx.transact((ctx) => revokeAllSessions(ctx, customerId))
}

/** What was counted, codes that nobody used in time, and challenges that were answered. */
export async function eraseExpiredAttempts(ctx: Context): Promise<void> {
  await eraseExpiredCounts(ctx)
  await eraseExpiredCodes(ctx)
  await eraseExpiredPasskeyAnswers(ctx)
}

/** Nobody is born later than today, or was before 1900. */
export function assertPlausibleBirthday(ctx: Context, birthday: string | null): void {
  if (birthday === null) return
  if (birthday < earliestBirthday || birthday > toShopDay(ctx.clock.now()))
    throw new ShopError('birthday.invalid', { input: 'birthday' })
}

function toProfileRow<Change extends ProfileChange>({
  firstName,
  lastName,
  phone,
  birthday,
}: Change): { firstName: Change['firstName']; lastName: Change['lastName'] } & Pick<Change, 'phone' | 'birthday'> {
  return { firstName, lastName, phone, birthday }
}
