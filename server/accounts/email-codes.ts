/**
 * Six-digit codes that prove access to a mailbox: valid for 15 minutes, once, for one purpose, with at most five wrong tries. Only keyed
 * hashes are stored, of the code as of the mailbox: plain ones could be broken by trying all million codes.
 *
 * Codes that a newer one has replaced open nothing, but who types one is told so, and it uses up no try of the newer one. They are
 * remembered by the hash of their hash for as long as they would have been valid. A guesser learns by them nothing of the newer code.
 */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import type { Notice } from '../notify/notice.ts'
import { notifyCode } from '../notify/notify.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { type AttemptLimit, claimOnce, consume, isClaimed, type LimitKey } from './attempt-limiter.ts'
import { evaluateAttempt } from './failure-limiter.ts'

/** Whose code it is, and what it allows. */
export interface CodeSubject {
  /** Where the code is sent: of the purpose `whatsapp` a phone's digits. */
  email: string
  purpose: 'recovery' | 'deletion' | 'confirmation' | 'proof' | 'emailChange' | 'signIn' | 'newEmail' | 'whatsapp'
  /** Null where the mailbox may have no account. */
  customerId: number | null
}

interface CodeRequester {
  clientNetwork: string
  /** Tells devices of one network apart; null where there is none. */
  deviceId: string | null
}

type CreateCodeNotice = (code: string, minutes: number) => Notice

const codeLifetimeMinutes = 15
const maxAttempts = 5
const formerCodeClaim = 'former code'

const mailboxLimit: AttemptLimit = { name: 'code emails', maxAttempts: 5, periodMinutes: 60, scope: 'mailbox' }
/** Mailboxes that a device may have codes sent to: more than a family. */
const deviceLimit: AttemptLimit = { name: 'code requests, device', maxAttempts: 15, periodMinutes: 15 }
/** A carrier's customers share a network: more than these, fewer than a list that somebody tries. */
const networkLimit: AttemptLimit = {
  name: 'code requests, network',
  maxAttempts: 150,
  periodMinutes: 15,
  scope: 'network',
}

/**
 * Mails a new code, which invalidates the previous one.
 * @param requester who may be anybody; none where a customer's own account asks
 * @throws ShopError "limit.reached": five e-mails to a mailbox in an hour, and by device and network of a requester
 */
export async function sendCode(
  ctx: Context,
  subject: CodeSubject,
  createCodeNotice: CreateCodeNotice,
  requester?: CodeRequester,
): Promise<void> {
  if (requester) await consumeRequesterLimits(ctx, requester)
  await consumeCodeEmailLimit(ctx, subject.email)
  await ctx.transact((ctx) => enqueueCode(ctx, subject, createCodeNotice))
}

async function consumeRequesterLimits(ctx: Context, { clientNetwork, deviceId }: CodeRequester): Promise<void> {
  const deviceKeys: LimitKey[] = deviceId === null ? [] : [[deviceLimit, clientNetwork, deviceId]]
  await consume(ctx, ...deviceKeys, [networkLimit, clientNetwork])
}

/** @throws ShopError "limit.reached" after five e-mails in an hour */
export async function consumeCodeEmailLimit(ctx: Context, email: string): Promise<void> {
  await consume(ctx, [mailboxLimit, email])
}

/** Mails a code within a transaction, without counting it: the caller calls `consumeCodeEmailLimit` itself. */
export async function enqueueCode(
  ctx: TransactionContext,
  subject: CodeSubject,
  createCodeNotice: CreateCodeNotice,
): Promise<void> {
  const { code, lifetimeMinutes } = await createCode(ctx, subject)
  await notifyCode(ctx, createCodeNotice(code, lifetimeMinutes), subject)
}

/** Makes a new code, which invalidates the previous one; its caller sends it. */
export async function createCode(
  ctx: TransactionContext,
  subject: CodeSubject,
): Promise<{ code: string; lifetimeMinutes: number }> {
  const formerCode = await selectValidCode(ctx, subject).executeTakeFirst()
  if (formerCode) await claimOnce(ctx, formerCodeClaim, formerCode.codeHash, codeLifetimeMinutes)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const values = {
    customerId: subject.customerId,
    codeHash: hashCode(ctx, subject, code),
    expiresAt: addMinutes(ctx.clock.now(), codeLifetimeMinutes),
    attempts: 0,
  }
  await ctx.db
    .insertInto('mailboxCode')
    .values({ mailboxHash: hashSubject(ctx, subject), ...values })
    .onConflict((conflict) => conflict.column('mailboxHash').doUpdateSet(values))
    .execute()
  return { code, lifetimeMinutes: codeLifetimeMinutes }
}

/**
 * @param input the form's, for a refusal
 * @throws ShopError "code.invalid" (also for another mailbox's code), "code.former", "limit.reached"
 */
export async function verifyCode(
  ctx: OutsideTransaction,
  subject: CodeSubject,
  { code, clientNetwork, input = 'code' }: { code: string; clientNetwork: string; input?: string },
): Promise<void> {
  const isVerified = await evaluateAttempt(
    ctx,
    subject.email,
    clientNetwork,
    async () => (await countAttemptAndCompare(ctx, subject, code)) || null,
    subject.purpose === 'recovery' || subject.purpose === 'signIn' ? 'recovery' : 'confirmation',
  )
  if (isVerified) return
  const newerCode = await selectValidCode(ctx, subject).executeTakeFirst()
  if (!newerCode || !(await isFormerCode(ctx, hashCode(ctx, subject, code))))
    throw new ShopError('code.invalid', { input })
  throw new ShopError('code.former', {
    input,
    sentAt: addMinutes(newerCode.expiresAt, -codeLifetimeMinutes),
  })
}

/** The attempt is counted before the comparison, so that parallel requests get no more than five tries. */
async function countAttemptAndCompare(ctx: Context, subject: CodeSubject, code: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable('mailboxCode')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('mailboxHash', '=', hashSubject(ctx, subject))
    .where('attempts', '<', maxAttempts)
    .where('expiresAt', '>', ctx.clock.now())
    .returning('codeHash')
    .executeTakeFirst()
  if (!row) return false
  const codeHash = hashCode(ctx, subject, code)
  const isRight = timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(codeHash))
  // A right code does not use up a try, since the form's next step sends it again; a former one was no try at this one.
  if (isRight || (await isFormerCode(ctx, codeHash)))
    await ctx.db
      .updateTable('mailboxCode')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('codeHash', '=', row.codeHash)
      .where('attempts', '>', 0)
      .execute()
  return isRight
}

function isFormerCode(ctx: Context, codeHash: string): Promise<boolean> {
  return isClaimed(ctx, formerCodeClaim, codeHash)
}

/** One that may still be entered. */
function selectValidCode(ctx: Context, subject: CodeSubject) {
  return ctx.db
    .selectFrom('mailboxCode')
    .select(['codeHash', 'expiresAt'])
    .where('mailboxHash', '=', hashSubject(ctx, subject))
    .where('attempts', '<', maxAttempts)
    .where('expiresAt', '>', ctx.clock.now())
}

/**
 * Deletes a verified code, in the transaction that it authorises.
 * @throws ShopError "code.invalid" when another request was quicker, or the code has expired
 */
export async function consumeCode(
  ctx: TransactionContext,
  subject: CodeSubject,
  code: string,
  input = 'code',
): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('mailboxCode')
    .where('mailboxHash', '=', hashSubject(ctx, subject))
    .where('codeHash', '=', hashCode(ctx, subject, code))
    .where('expiresAt', '>', ctx.clock.now())
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new ShopError('code.invalid', { input })
}

/** What was mailed for a customer's account opens nothing any more. */
export async function eraseCodesOf(ctx: TransactionContext, customerId: number): Promise<void> {
  await ctx.db.deleteFrom('mailboxCode').where('customerId', '=', customerId).execute()
}

export async function eraseExpiredCodes(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('mailboxCode').where('expiresAt', '<=', ctx.clock.now()).execute()
}

/** A sign-in belongs to whoever reads the mailbox, any other code to one customer alone. */
function hashSubject(ctx: Context, { email, purpose, customerId }: CodeSubject): string {
  return hashParts(ctx, ['mailbox', purpose, purpose === 'signIn' ? '' : String(customerId), email.toLowerCase()])
}

function hashCode(ctx: Context, subject: CodeSubject, code: string): string {
  return hashParts(ctx, ['code', hashSubject(ctx, subject), code])
}

function hashParts(ctx: Context, parts: string[]): string {
  return createHmac('sha256', ctx.settings.hmacSecret).update(JSON.stringify(parts)).digest('base64url')
}
