/**
 * Signs in whoever reads a mailbox, by a mailed code; one without an account gets one, without a password. Nobody learns whether a
 * mailbox has an account.
 */

import type { Context } from '../context.ts'
import { createNotice } from '../notify/notice.ts'
import { assertNotBlocked } from './blocks.ts'
import { selectCustomerByEmail } from './customer.sql.ts'
import { toDeviceName } from './device-name.ts'
import { type CodeSubject, consumeCode, sendCode, verifyCode } from './email-codes.ts'
import { findOrCreateProvenAccount } from './mailbox-proof.ts'
import { startSession } from './sessions.ts'

/** What a right code led to. */
export interface CodeSignInResult {
  /** Of the new session. */
  sessionToken: string
  isNew: boolean
  /** Somebody had registered the mailbox and never proved to read it: that account is closed. */
  hasClosedAnother: boolean
}

/** @param deviceId tells devices of one network apart; null where there is none */
export async function sendSignInCode(
  ctx: Context,
  email: string,
  clientNetwork: string,
  deviceId: string | null = null,
): Promise<void> {
  const requester = { clientNetwork, deviceId }
  await sendCode(ctx, await loadCodeSubject(ctx, email), (...code) => createNotice('signInCode', ...code), requester)
}

/**
 * @param deviceToken the one that `rememberDevice` gave this device
 * @throws ShopError "code.invalid", "limit.reached"; "account.blocked" after the right code alone
 */
export async function signInWithCode(
  ctx: Context,
  email: string,
  code: string,
  clientNetwork: string,
  userAgent: string | null = null,
  deviceToken: string | null = null,
): Promise<CodeSignInResult> {
  const codeSubject = await loadCodeSubject(ctx, email)
  await verifyCode(ctx, codeSubject, { code, clientNetwork })
  return ctx.transact(async (ctx) => {
    await consumeCode(ctx, codeSubject, code)
    const row = await selectCustomerByEmail(ctx, codeSubject.email)
    if (row) assertNotBlocked(row)
    const { id, ...outcome } = await findOrCreateProvenAccount(ctx, codeSubject.email, row, deviceToken)
    const sessionToken = await startSession(ctx, id, { device: toDeviceName(userAgent), signedInBy: 'code' })
    return { sessionToken, ...outcome }
  })
}

async function loadCodeSubject(ctx: Context, emailInput: string): Promise<CodeSubject> {
  const email = emailInput.toLowerCase()
  const row = await selectCustomerByEmail(ctx, email)
  return { email, purpose: 'signIn', customerId: row?.id ?? null }
}
