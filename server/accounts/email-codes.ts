/**
 * Six-digit codes that prove access to a mailbox: valid for 15 minutes, once, for one customer and purpose, with at most five
 * wrong tries. Only a keyed hash is stored: a plain one could be broken by trying all million codes.
 */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { EmailContent } from '../../app/texts/mail.ts'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import type { EmailCodePurpose, Row } from '../database/schema.ts'
import * as mail from '../mail/mail.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { type AttemptLimit, consume } from './attempt-limiter.ts'
import { evaluateAttempt } from './failure-limiter.ts'
import {
  codeLifetimeMinutes,
  createCodeRefusal,
  isFormerCode,
  maxCodeAttempts,
  rememberFormerCode,
} from './former-codes.ts'

const codeEmailLimit: AttemptLimit = { name: 'code emails', maxAttempts: 5, periodMinutes: 60, scope: 'mailbox' }

/** Six digits. */
export function generateSixDigitCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

type CodeOwner = Pick<Row<'customer'>, 'id' | 'email'>

/**
 * Mails a new code, which invalidates the previous one.
 * @throws ShopError "limit.reached" after five e-mails in an hour
 */
export async function sendCode(
  ctx: Context,
  { id, email }: CodeOwner,
  purpose: EmailCodePurpose,
  createEmail: (code: string, minutes: number) => EmailContent,
): Promise<void> {
  await consumeCodeEmailLimit(ctx, email)
  await ctx.transact((ctx) => enqueueCode(ctx, { id, email }, purpose, createEmail))
}

/** @throws ShopError "limit.reached" after five e-mails in an hour */
export async function consumeCodeEmailLimit(ctx: Context, email: string): Promise<void> {
  await consume(ctx, [codeEmailLimit, email])
}

/** Mails a code within a transaction, without counting it: the caller calls `consumeCodeEmailLimit` itself. */
export async function enqueueCode(
  ctx: TransactionContext,
  { id, email }: CodeOwner,
  purpose: EmailCodePurpose,
  createEmail: (code: string, minutes: number) => EmailContent,
): Promise<void> {
  await mail.enqueueCode(ctx, email, purpose, createEmail(await issueCode(ctx, id, purpose), codeLifetimeMinutes))
}

async function issueCode(ctx: TransactionContext, customerId: number, purpose: EmailCodePurpose): Promise<string> {
  const code = generateSixDigitCode()
  await rememberFormerCode(ctx, (await selectCurrentCode(ctx, customerId, purpose).executeTakeFirst())?.code_hash)
  const codeValues = {
    code_hash: hashCode(ctx, customerId, purpose, code),
    expires_at: addMinutes(ctx.clock.now(), codeLifetimeMinutes).toISOString(),
    attempts: 0,
  }
  await ctx.db
    .insertInto('email_code')
    .values({ customer_id: customerId, purpose, ...codeValues })
    .onConflict((conflict) => conflict.columns(['customer_id', 'purpose']).doUpdateSet(codeValues))
    .execute()
  return code
}

/**
 * Verifies a customer's code.
 * @throws ShopError "code.invalid" (also for another customer's code), "code.former", "limit.reached"
 */
export async function verifyCode(
  ctx: OutsideTransaction,
  { id, email }: CodeOwner,
  purpose: EmailCodePurpose,
  { code, clientNetwork, input = 'code' }: { code: string; clientNetwork: string; input?: string },
): Promise<void> {
  const isVerified = await evaluateAttempt(
    ctx,
    email,
    clientNetwork,
    async () => (await countAttemptAndCompare(ctx, id, purpose, code)) || null,
    purpose === 'recovery' ? 'recovery' : 'confirmation',
  )
  if (isVerified) return
  const currentCode = await selectCurrentCode(ctx, id, purpose).executeTakeFirst()
  throw await createCodeRefusal(ctx, hashCode(ctx, id, purpose, code), currentCode, input)
}

/** The attempt is counted before the comparison, so that parallel requests get no more than five tries. */
async function countAttemptAndCompare(
  ctx: Context,
  customerId: number,
  purpose: EmailCodePurpose,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('email_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
    .where('attempts', '<', maxCodeAttempts)
    .where('expires_at', '>', ctx.clock.now().toISOString())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const codeHash = hashCode(ctx, customerId, purpose, code)
  const row = await selectCode(ctx, customerId, purpose).executeTakeFirst()
  const isRight = row !== undefined && timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(codeHash))
  // A right code does not use up a try, since the form's next step sends it again; a former one was no try at this one.
  if (row && (isRight || (await isFormerCode(ctx, codeHash))))
    await ctx.db
      .updateTable('email_code')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('code_hash', '=', row.code_hash)
      .where('attempts', '>', 0)
      .execute()
  return isRight
}

/** One that may still be entered. */
function selectCurrentCode(ctx: Context, customerId: number, purpose: EmailCodePurpose) {
  return selectCode(ctx, customerId, purpose)
    .where('attempts', '<', maxCodeAttempts)
    .where('expires_at', '>', ctx.clock.now().toISOString())
}

function selectCode(ctx: Context, customerId: number, purpose: EmailCodePurpose) {
  return ctx.db
    .selectFrom('email_code')
    .select(['code_hash', 'expires_at'])
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
}

/**
 * Deletes a verified code, in the transaction that it authorises.
 * @throws ShopError "code.invalid" when another request was quicker, or the code has expired
 */
export async function consumeCode(
  ctx: TransactionContext,
  customerId: number,
  purpose: EmailCodePurpose,
  code: string,
  input = 'code',
): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('email_code')
    .where('code_hash', '=', hashCode(ctx, customerId, purpose, code))
    .where('expires_at', '>', ctx.clock.now().toISOString())
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new ShopError('code.invalid', { input })
}

function hashCode(ctx: Context, customerId: number, purpose: EmailCodePurpose, code: string): string {
  return createHmac('sha256', ctx.settings.hmacSecret).update(`${purpose} ${customerId} ${code}`).digest('base64url')
}
