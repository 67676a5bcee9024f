/** The two ways to set a new password: with the current one, or with a mailed code. */

import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeLabelledCode } from '../platform/user-input.ts'
import type { AttemptLimit } from './attempt-limiter.ts'
import { consume } from './attempt-limiter.ts'
import { assertNotBlocked } from './blocks.ts'
import { lockIfPasswordUnchanged, requireCustomerRow, selectCustomerByEmail, toGreetingName } from './customer.sql.ts'
import { type CodeSubject, consumeCode, sendCode, verifyCode } from './email-codes.ts'
import type { CurrentDevice } from './email-confirmation.ts'
import { evaluateAttempt } from './failure-limiter.ts'
import { forgetDevices } from './known-devices.ts'
import { findOrCreateProvenAccount } from './mailbox-proof.ts'
import { assertPasswordNotGuessable, comparePassword, hashPassword } from './passwords.ts'
import { revokeAllSessions } from './sessions.ts'

/** As many as logins, and for the same reason: a right one costs a hash, too. */
const proofLimit: AttemptLimit = { name: 'password proofs', maxAttempts: 60, periodMinutes: 1 }

/**
 * Asks a signed-in customer for the password again; who has none, for a mailed code in its place. A wrong one counts like a
 * failed login.
 */
export async function verifyPasswordOrCode(
  ctx: Context,
  customerId: number,
  passwordOrCode: string,
  clientNetwork: string,
): Promise<Row<'customer'>> {
  await consume(ctx, [proofLimit, clientNetwork])
  const row = await requireCustomerRow(ctx, customerId)
  if (row.passwordHash === '') return verifyProofCode(ctx, row, passwordOrCode, clientNetwork)
  const isCorrect = await evaluateAttempt(
    ctx,
    row.email,
    clientNetwork,
    async () => (await comparePassword(row.passwordHash, passwordOrCode)) || null,
  )
  if (!isCorrect) throw new ShopError('password.wrong', { input: 'currentPassword' })
  return row
}

async function verifyProofCode(
  ctx: Context,
  row: Row<'customer'>,
  typedCode: string,
  clientNetwork: string,
): Promise<Row<'customer'>> {
  const code = normalizeLabelledCode(typedCode)
  const input = 'currentPassword'
  await verifyCode(ctx, toCodeSubject(row, 'proof'), { code, clientNetwork, input })
  await ctx.transact((ctx) => consumeCode(ctx, toCodeSubject(row, 'proof'), code, input))
  return row
}

/** Mails the code that `verifyPasswordOrCode` wants of a customer without a password. */
export async function sendProofCode(ctx: Context, customerId: number): Promise<void> {
  const row = await requireCustomerRow(ctx, customerId)
  await sendCode(ctx, toCodeSubject(row, 'proof'), (code, minutes) =>
    createNotice('verificationCode', toGreetingName(row), code, minutes),
  )
}

/**
 * Sets a new password, and signs out and forgets every other device, in case somebody else knows the old one.
 * @param sessionToken the current session, which stays signed in
 * @param deviceToken this device's own, which stays known
 */
export async function changePassword(
  ctx: Context,
  customerId: number,
  { currentPassword, password }: { currentPassword: string; password: string },
  clientNetwork: string,
  sessionToken: string | null,
  deviceToken: string | null = null,
): Promise<void> {
  const { email, passwordHash } = await requireCustomerRow(ctx, customerId)
  // Before the code that proves the account is used up.
  if (passwordHash === '') await assertPasswordNotGuessable(password, email)
  const row = await verifyPasswordOrCode(ctx, customerId, currentPassword, clientNetwork)
  await setPassword(ctx, row, password, {
    currentDevice: { sessionToken, deviceToken },
    async lockAccount(ctx) {
      if (!(await lockIfPasswordUnchanged(ctx, row)))
        throw new ShopError('password.wrong', { input: 'currentPassword' })
      return row.id
    },
  })
}

/**
 * Mails a recovery code.
 * @throws ShopError "email.unknown" (as the specification asks, so it counts against the caller), "limit.reached"
 */
export async function sendRecoveryCode(ctx: Context, email: string, clientNetwork: string): Promise<void> {
  const row = await requireCustomerRowByEmail(ctx, email, clientNetwork)
  await sendCode(ctx, toCodeSubject(row, 'recovery'), (code, minutes) =>
    createNotice('recoveryCode', toGreetingName(row), code, minutes),
  )
}

/**
 * @throws ShopError "email.unknown", "code.invalid" (also for another customer's code), "limit.reached"; "account.blocked"
 *   after the right code alone
 */
export async function assertValidRecoveryCode(
  ctx: Context,
  email: string,
  code: string,
  clientNetwork: string,
): Promise<void> {
  await requireCustomerRowByRecoveryCode(ctx, email, code, clientNetwork)
}

async function requireCustomerRowByRecoveryCode(
  ctx: Context,
  email: string,
  code: string,
  clientNetwork: string,
): Promise<Row<'customer'>> {
  const row = await requireCustomerRowByEmail(ctx, email, clientNetwork)
  await verifyCode(ctx, toCodeSubject(row, 'recovery'), { code, clientNetwork })
  assertNotBlocked(row)
  return row
}

/**
 * Sets a new password by code, which confirms the e-mail too, and signs out and forgets every device. An account that nobody had confirmed
 * is opened anew, as by `signInWithCode`.
 * @param deviceToken the one that `rememberDevice` gave this device
 * @throws ShopError "email.unknown", "code.invalid", "limit.reached", "account.blocked", and as `changePassword` for the
 *   password itself (the code stays valid)
 */
export async function resetPassword(
  ctx: Context,
  email: string,
  code: string,
  password: string,
  clientNetwork: string,
  deviceToken: string | null = null,
): Promise<void> {
  const row = await requireCustomerRowByRecoveryCode(ctx, email, code, clientNetwork)
  await setPassword(ctx, row, password, {
    async lockAccount(ctx) {
      await consumeCode(ctx, toCodeSubject(row, 'recovery'), code)
      return (await findOrCreateProvenAccount(ctx, row.email, row, deviceToken)).id
    },
  })
}

async function requireCustomerRowByEmail(ctx: Context, email: string, clientNetwork: string): Promise<Row<'customer'>> {
  const normalizedEmail = email.toLowerCase()
  const row = await evaluateAttempt(
    ctx,
    normalizedEmail,
    clientNetwork,
    async () => (await selectCustomerByEmail(ctx, normalizedEmail)) ?? null,
    'recovery',
  )
  if (!row) throw new ShopError('email.unknown', { input: 'email' })
  return row
}

async function setPassword(
  ctx: Context,
  row: Row<'customer'>,
  password: string,
  {
    currentDevice = { sessionToken: null, deviceToken: null },
    lockAccount,
  }: { currentDevice?: CurrentDevice; lockAccount: (ctx: TransactionContext) => Promise<number> },
): Promise<void> {
  await assertPasswordNotGuessable(password, row.email)
  const passwordHash = await hashPassword(password)
  await ctx.transact(async (ctx) => {
    const id = await lockAccount(ctx)
    await ctx.db.updateTable('customer').set({ passwordHash }).where('id', '=', id).execute()
    await revokeAllSessions(ctx, id, currentDevice.sessionToken)
    await forgetDevices(ctx, id, currentDevice.deviceToken)
    // A stranger's mailbox is not told, however often the password is changed.
    const { emailConfirmedAt, firstName } = await requireCustomerRow(ctx, id)
    if (emailConfirmedAt !== null) await notify(ctx, createNotice('passwordChanged', firstName || null), row)
  })
}

function toCodeSubject({ id, email }: Row<'customer'>, purpose: 'proof' | 'recovery'): CodeSubject {
  return { email, purpose, customerId: id }
}
