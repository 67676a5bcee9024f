import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { EmailContent } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { EmailCodePurpose, Row } from '../database/schema.ts'
import type { MailService } from '../mail/mail.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'
import type { FailureLimiter } from './failure-limiter.ts'

export const codeLifetimeMinutes = 15
export const maxCodeAttempts = 5
const codeEmailLimit: AttemptLimit = { name: 'code emails', maxAttempts: 5, periodMinutes: 60 }

/** Six digits. */
export function generateSixDigitCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

type CodeOwner = Pick<Row<'customer'>, 'id' | 'email'>

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  attemptLimiter: AttemptLimiter
  failureLimiter: FailureLimiter
  /** Keys the hashes of codes. */
  hmacSecret: string
}

export type EmailCodeService = ReturnType<typeof createEmailCodeService>

/**
 * Six-digit codes that prove access to a mailbox: valid for 15 minutes, once, for one customer and purpose, with at most five
 * wrong tries. Only a keyed hash is stored: a plain one could be broken by trying all million codes.
 */
export function createEmailCodeService({ database, clock, mail, attemptLimiter, failureLimiter, hmacSecret }: Deps) {
  const { db } = database
  return { sendCode, enqueueCode, consumeCodeEmailLimit, verify, consume }

  /**
   * Mails a new code, which invalidates the previous one.
   * @throws ShopError "limit.reached" after five e-mails in an hour
   */
  async function sendCode(
    { id, email }: CodeOwner,
    purpose: EmailCodePurpose,
    createEmail: (code: string, minutes: number) => EmailContent,
  ): Promise<void> {
    await consumeCodeEmailLimit(email)
    await database.transact((tx) => enqueueCode(tx, { id, email }, purpose, createEmail))
  }

  /** @throws ShopError "limit.reached" after five e-mails in an hour */
  async function consumeCodeEmailLimit(email: string): Promise<void> {
    await attemptLimiter.consume([codeEmailLimit, email])
  }

  /** Mails a code within a transaction, without counting it: the caller calls `consumeCodeEmailLimit` itself. */
  async function enqueueCode(
    tx: Transaction,
    { id, email }: CodeOwner,
    purpose: EmailCodePurpose,
    createEmail: (code: string, minutes: number) => EmailContent,
  ): Promise<void> {
    await mail.enqueueCode(tx, email, purpose, createEmail(await issueCode(tx, id, purpose), codeLifetimeMinutes))
  }

  async function issueCode(tx: Transaction, customerId: number, purpose: EmailCodePurpose): Promise<string> {
    const code = generateSixDigitCode()
    const codeValues = {
      code_hash: hashCode(customerId, purpose, code),
      expires_at: addMinutes(clock.now(), codeLifetimeMinutes).toISOString(),
      attempts: 0,
    }
    await tx
      .insertInto('email_code')
      .values({ customer_id: customerId, purpose, ...codeValues })
      .onConflict((conflict) => conflict.columns(['customer_id', 'purpose']).doUpdateSet(codeValues))
      .execute()
    return code
  }

  /**
   * Verifies a customer's code.
   * @throws ShopError "code.invalid" (also for another customer's code), "limit.reached"
   */
  async function verify(
    { id, email }: CodeOwner,
    purpose: EmailCodePurpose,
    { code, clientNetwork }: { code: string; clientNetwork: string },
  ): Promise<void> {
    const isVerified = await failureLimiter.evaluateAttempt(
      email,
      clientNetwork,
      async () => (await countAttemptAndCompare(id, purpose, code)) || null,
      purpose === 'recovery' ? 'recovery' : 'confirmation',
    )
    if (!isVerified) throw new ShopError('code.invalid', { input: 'code' })
  }

  /** The attempt is counted before the comparison, so that parallel requests get no more than five tries. */
  async function countAttemptAndCompare(customerId: number, purpose: EmailCodePurpose, code: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('email_code')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('customer_id', '=', customerId)
      .where('purpose', '=', purpose)
      .where('attempts', '<', maxCodeAttempts)
      .where('expires_at', '>', clock.now().toISOString())
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const codeHash = hashCode(customerId, purpose, code)
    const row = await db
      .selectFrom('email_code')
      .select('code_hash')
      .where('customer_id', '=', customerId)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    if (!row || !timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(codeHash))) return false
    // A right code does not use up a try, since the form's next step sends it again.
    await db
      .updateTable('email_code')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('code_hash', '=', codeHash)
      .where('attempts', '>', 0)
      .execute()
    return true
  }

  /**
   * Deletes a verified code, in the transaction that it authorises.
   * @throws ShopError "code.invalid" when another request was quicker, or the code has expired
   */
  async function consume(tx: Transaction, customerId: number, purpose: EmailCodePurpose, code: string): Promise<void> {
    const { numDeletedRows } = await tx
      .deleteFrom('email_code')
      .where('code_hash', '=', hashCode(customerId, purpose, code))
      .where('expires_at', '>', clock.now().toISOString())
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new ShopError('code.invalid', { input: 'code' })
  }

  function hashCode(customerId: number, purpose: EmailCodePurpose, code: string): string {
    return createHmac('sha256', hmacSecret).update(`${purpose} ${customerId} ${code}`).digest('base64url')
  }
}
