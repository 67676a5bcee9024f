import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EmailContent } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'
import { codeLifetimeMinutes, type EmailCodeService, generateSixDigitCode, maxCodeAttempts } from './email-codes.ts'
import type { FailureLimiter } from './failure-limiter.ts'

/** Mailboxes that a network may have codes sent to: more than a family, fewer than a list that somebody tries. */
const codeRequestLimit: AttemptLimit = { name: 'code requests, network', maxAttempts: 15, periodMinutes: 15 }

/** Whose code it is, and what it allows. */
export interface CodeSubject {
  /** In lower case. */
  email: string
  purpose: 'signIn' | 'newEmail'
  /** Null where the mailbox may have no account. */
  customerId: number | null
}

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  attemptLimiter: AttemptLimiter
  failureLimiter: FailureLimiter
  emailCodes: Pick<EmailCodeService, 'consumeCodeEmailLimit'>
  /** Keys the hashes. */
  hmacSecret: string
}

export type EmailVerificationCodeService = ReturnType<typeof createEmailVerificationCodeService>

/**
 * The codes of `email-codes.ts` for a mailbox of which the shop need not know a customer: as long, as often, as few wrong tries.
 * The address itself is not kept, only a keyed hash of it.
 */
export function createEmailVerificationCodeService({
  database,
  clock,
  mail,
  attemptLimiter,
  failureLimiter,
  emailCodes,
  hmacSecret,
}: Deps) {
  const { db } = database
  return { sendCode, verify, consume, eraseExpired }

  /**
   * Mails a new code, which invalidates the previous one.
   * @throws ShopError "limit.reached": by mailbox as all codes, and by network
   */
  async function sendCode(
    codeSubject: CodeSubject,
    clientNetwork: string,
    createEmail: (code: string, minutes: number) => EmailContent,
  ): Promise<void> {
    await attemptLimiter.consume([codeRequestLimit, clientNetwork])
    await emailCodes.consumeCodeEmailLimit(codeSubject.email)
    const code = generateSixDigitCode()
    const codeValues = {
      customer_id: codeSubject.customerId,
      code_hash: hashCode(codeSubject, code),
      expires_at: addMinutes(clock.now(), codeLifetimeMinutes).toISOString(),
      attempts: 0,
    }
    await database.transact(async (tx) => {
      await tx
        .insertInto('mailbox_code')
        .values({ mailbox_hash: hashCodeSubject(codeSubject), ...codeValues })
        .onConflict((conflict) => conflict.column('mailbox_hash').doUpdateSet(codeValues))
        .execute()
      await mail.enqueueCode(tx, codeSubject.email, codeSubject.purpose, createEmail(code, codeLifetimeMinutes))
    })
  }

  /** @throws ShopError "code.invalid", "limit.reached"; a new address's code is the input `newCode` */
  async function verify(codeSubject: CodeSubject, code: string, clientNetwork: string): Promise<void> {
    const isVerified = await failureLimiter.evaluateAttempt(
      codeSubject.email,
      clientNetwork,
      async () => (await countAttemptAndCompare(codeSubject, code)) || null,
      codeSubject.purpose === 'signIn' ? 'recovery' : 'confirmation',
    )
    if (!isVerified) throw createInvalidCodeError(codeSubject)
  }

  /** The attempt is counted before the comparison, so that parallel requests get no more than five tries. */
  async function countAttemptAndCompare(codeSubject: CodeSubject, code: string): Promise<boolean> {
    const row = await db
      .updateTable('mailbox_code')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('mailbox_hash', '=', hashCodeSubject(codeSubject))
      .where('attempts', '<', maxCodeAttempts)
      .where('expires_at', '>', clock.now().toISOString())
      .returning('code_hash')
      .executeTakeFirst()
    return row !== undefined && timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(codeSubject, code)))
  }

  /**
   * Deletes a proved code, in the transaction that it authorises.
   * @throws ShopError "code.invalid" when another request was quicker, or the code has expired
   */
  async function consume(tx: Transaction, codeSubject: CodeSubject, code: string): Promise<void> {
    const { numDeletedRows } = await tx
      .deleteFrom('mailbox_code')
      .where('mailbox_hash', '=', hashCodeSubject(codeSubject))
      .where('code_hash', '=', hashCode(codeSubject, code))
      .where('expires_at', '>', clock.now().toISOString())
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw createInvalidCodeError(codeSubject)
  }

  async function eraseExpired(): Promise<void> {
    await db.deleteFrom('mailbox_code').where('expires_at', '<=', clock.now().toISOString()).execute()
  }

  /** A new address belongs to one customer's change alone; a sign-in to whoever reads the mailbox. */
  function hashCodeSubject({ email, purpose, customerId }: CodeSubject): string {
    return hashParts(['mailbox', purpose, purpose === 'signIn' ? '' : String(customerId), email])
  }

  function hashCode(codeSubject: CodeSubject, code: string): string {
    return hashParts(['code', hashCodeSubject(codeSubject), code])
  }

  function hashParts(parts: string[]): string {
    return createHmac('sha256', hmacSecret).update(JSON.stringify(parts)).digest('base64url')
  }
}

function createInvalidCodeError({ purpose }: CodeSubject): ShopError<'code.invalid'> {
  return new ShopError('code.invalid', { input: purpose === 'signIn' ? 'code' : 'newCode' })
}
