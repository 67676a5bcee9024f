/**
 * Proves that an account's e-mail is its customer's. Until then the customer can buy, but gets only codes and what concerns
 * own orders by e-mail, and gains stay out of sight: they were given to the person who reads that mailbox.
 */

import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import { markEmailConfirmed, requireCustomerRow } from './customer.sql.ts'
import { type CodeSubject, consumeCode, eraseCodesOf, sendCode, verifyCode } from './email-codes.ts'
import { forgetDevices } from './known-devices.ts'
import { revokeAllSessions } from './sessions.ts'

/** What stays signed in, and known, where everything else of an account's is signed out: the device that changes it. */
export interface CurrentDevice {
  sessionToken: string | null
  deviceToken: string | null
}

/** Mails a new code; nothing to a confirmed address. */
export async function sendConfirmationCode(ctx: Context, customerId: number): Promise<void> {
  const row = await requireCustomerRow(ctx, customerId)
  if (row.emailConfirmedAt === null)
    await sendCode(ctx, toConfirmationSubject(row), (...code) => createNotice('confirmEmail', ...code))
}

export async function confirmEmail(
  ctx: Context,
  customerId: number,
  code: string,
  clientNetwork: string,
): Promise<void> {
  const row = await requireCustomerRow(ctx, customerId)
  if (row.emailConfirmedAt !== null) return
  await verifyCode(ctx, toConfirmationSubject(row), { code, clientNetwork })
  await ctx.transact(async (ctx) => {
    await consumeCode(ctx, toConfirmationSubject(row), code)
    await markEmailConfirmed(ctx, row.id, ctx.clock.now())
    await notify(ctx, createNotice('welcome', row.firstName), row)
  })
}

function toConfirmationSubject({ id, email }: Row<'customer'>): CodeSubject {
  return { email, purpose: 'confirmation', customerId: id }
}

/**
 * Gives an account another address, which was proved, and signs out and forgets every other device. What was mailed to the former
 * one opens nothing any more.
 * @throws ShopError "code.invalid" where the account has left that address meanwhile; a unique violation where the other one has an
 *   account
 */
export async function replaceEmail(
  ctx: TransactionContext,
  { id, email }: { id: number; email: string },
  newEmail: string,
  currentDevice: CurrentDevice,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer')
    .set({ email: newEmail, emailConfirmedAt: ctx.clock.now() })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('code.invalid', { input: 'newCode' })
  await eraseCodesOf(ctx, id)
  await revokeAllSessions(ctx, id, currentDevice.sessionToken)
  await forgetDevices(ctx, id, currentDevice.deviceToken)
}
