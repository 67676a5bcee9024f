/**
 * The codes of `email-codes.ts` for a mailbox of which the shop need not know a customer: as long, as often, as few wrong tries.
 * The address itself is not kept, only a keyed hash of it.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EmailContent } from '../../app/texts/mail.ts'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import { enqueueCode } from '../mail/mail.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { type AttemptLimit, consume, type LimitKey } from './attempt-limiter.ts'
import { consumeCodeEmailLimit, generateSixDigitCode } from './email-codes.ts'
import { evaluateAttempt } from './failure-limiter.ts'
import {
  codeLifetimeMinutes,
  createCodeRefusal,
  isFormerCode,
  maxCodeAttempts,
  rememberFormerCode,
} from './former-codes.ts'

/** Mailboxes that a device may have codes sent to: more than a family. */
const deviceLimit: AttemptLimit = { name: 'code requests, device', maxAttempts: 15, periodMinutes: 15 }
/** A carrier's customers share a network: more than these, fewer than a list that somebody tries. */
const networkLimit: AttemptLimit = {
  name: 'code requests, network',
  maxAttempts: 150,
  periodMinutes: 15,
  scope: 'network',
}

/** Whose code it is, and what it allows. */
export interface CodeSubject {
  /** In lower case. */
  email: string
  purpose: 'signIn' | 'newEmail'
  /** Null where the mailbox may have no account. */
  customerId: number | null
}

/** Who asks for a code. */
interface CodeRequester {
  clientNetwork: string
  /** Tells devices of one network apart; null where there is none. */
  deviceId: string | null
}

/**
 * Mails a new code, which invalidates the previous one.
 * @throws ShopError "limit.reached": by mailbox as all codes, by device, and by network
 */
export async function sendMailboxCode(
  ctx: Context,
  codeSubject: CodeSubject,
  { clientNetwork, deviceId }: CodeRequester,
  createEmail: (code: string, minutes: number) => EmailContent,
): Promise<void> {
  await consume(ctx, ...(deviceId === null ? [] : [[deviceLimit, clientNetwork, deviceId] satisfies LimitKey]), [
    networkLimit,
    clientNetwork,
  ])
  await consumeCodeEmailLimit(ctx, codeSubject.email)
  const code = generateSixDigitCode()
  const codeValues = {
    customer_id: codeSubject.customerId,
    code_hash: hashCode(ctx, codeSubject, code),
    expires_at: addMinutes(ctx.clock.now(), codeLifetimeMinutes).toISOString(),
    attempts: 0,
  }
  await ctx.transact(async (ctx) => {
    await rememberFormerCode(ctx, (await selectCurrentCode(ctx, codeSubject).executeTakeFirst())?.code_hash)
    await ctx.db
      .insertInto('mailbox_code')
      .values({ mailbox_hash: hashCodeSubject(ctx, codeSubject), ...codeValues })
      .onConflict((conflict) => conflict.column('mailbox_hash').doUpdateSet(codeValues))
      .execute()
    await enqueueCode(ctx, codeSubject.email, codeSubject.purpose, createEmail(code, codeLifetimeMinutes))
  })
}

/** @throws ShopError "code.invalid", "code.former", "limit.reached"; a new address's code is the input `newCode` */
export async function verifyMailboxCode(
  ctx: OutsideTransaction,
  codeSubject: CodeSubject,
  code: string,
  clientNetwork: string,
): Promise<void> {
  const isVerified = await evaluateAttempt(
    ctx,
    codeSubject.email,
    clientNetwork,
    async () => (await countAttemptAndCompare(ctx, codeSubject, code)) || null,
    codeSubject.purpose === 'signIn' ? 'recovery' : 'confirmation',
  )
  if (isVerified) return
  const currentCode = await selectCurrentCode(ctx, codeSubject).executeTakeFirst()
  throw await createCodeRefusal(ctx, hashCode(ctx, codeSubject, code), currentCode, toInput(codeSubject))
}

/** The attempt is counted before the comparison, so that parallel requests get no more than five tries. */
async function countAttemptAndCompare(ctx: Context, codeSubject: CodeSubject, code: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable('mailbox_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('mailbox_hash', '=', hashCodeSubject(ctx, codeSubject))
    .where('attempts', '<', maxCodeAttempts)
    .where('expires_at', '>', ctx.clock.now().toISOString())
    .returning('code_hash')
    .executeTakeFirst()
  if (!row) return false
  const codeHash = hashCode(ctx, codeSubject, code)
  if (timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(codeHash))) return true
  // A former code was no try at this one.
  if (await isFormerCode(ctx, codeHash))
    await ctx.db
      .updateTable('mailbox_code')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('code_hash', '=', row.code_hash)
      .where('attempts', '>', 0)
      .execute()
  return false
}

/** One that may still be entered. */
function selectCurrentCode(ctx: Context, codeSubject: CodeSubject) {
  return ctx.db
    .selectFrom('mailbox_code')
    .select(['code_hash', 'expires_at'])
    .where('mailbox_hash', '=', hashCodeSubject(ctx, codeSubject))
    .where('attempts', '<', maxCodeAttempts)
    .where('expires_at', '>', ctx.clock.now().toISOString())
}

/**
 * Deletes a proved code, in the transaction that it authorises.
 * @throws ShopError "code.invalid" when another request was quicker, or the code has expired
 */
export async function consumeMailboxCode(
  ctx: TransactionContext,
  codeSubject: CodeSubject,
  code: string,
): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('mailbox_code')
    .where('mailbox_hash', '=', hashCodeSubject(ctx, codeSubject))
    .where('code_hash', '=', hashCode(ctx, codeSubject, code))
    .where('expires_at', '>', ctx.clock.now().toISOString())
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new ShopError('code.invalid', { input: toInput(codeSubject) })
}

export async function eraseExpiredMailboxCodes(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('mailbox_code').where('expires_at', '<=', ctx.clock.now().toISOString()).execute()
}

/** A new address belongs to one customer's change alone; a sign-in to whoever reads the mailbox. */
function hashCodeSubject(ctx: Context, { email, purpose, customerId }: CodeSubject): string {
  return hashParts(ctx, ['mailbox', purpose, purpose === 'signIn' ? '' : String(customerId), email])
}

function hashCode(ctx: Context, codeSubject: CodeSubject, code: string): string {
  return hashParts(ctx, ['code', hashCodeSubject(ctx, codeSubject), code])
}

function hashParts(ctx: Context, parts: string[]): string {
  return createHmac('sha256', ctx.settings.hmacSecret).update(JSON.stringify(parts)).digest('base64url')
}

function toInput({ purpose }: CodeSubject): 'code' | 'newCode' {
  return purpose === 'signIn' ? 'code' : 'newCode'
}
