import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EmailContent } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { AttemptLimit, AttemptLimiter } from './attempts.ts'
import { codeLifetimeMinutes, type EmailCodeService, generateSixDigitCode, maxCodeAttempts } from './email-codes.ts'
import type { FailureLimiter } from './failure-limits.ts'

/** Mailboxes that a network may have codes sent to: more than a family, fewer than a list that somebody tries. */
const codeRequestLimit: AttemptLimit = { name: 'code requests, network', maxAttempts: 15, periodMinutes: 15 }

/** Whose code it is, and what it allows. */
export interface Mailbox {
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
  attempts: AttemptLimiter
  failures: FailureLimiter
  codes: Pick<EmailCodeService, 'consumeCodeEmailLimit'>
  /** Keys the hashes. */
  hmacSecret: string
}

export type MailboxCodeService = ReturnType<typeof createMailboxCodeService>

/**
 * The codes of `email-codes.ts` for a mailbox of which the shop need not know a customer: as long, as often, as few wrong tries.
 * The address itself is not kept, only a keyed hash of it.
 */
export function createMailboxCodeService({ database, clock, mail, attempts, failures, codes, hmacSecret }: Deps) {
  const { db } = database
  return { sendCode, verify, consume, eraseExpired }

  /**
   * Mails a new code, which invalidates the previous one.
   * @throws ShopError "limit.reached": by mailbox as all codes, and by network
   */
  async function sendCode(
    mailbox: Mailbox,
    clientNetwork: string,
    createEmail: (code: string, minutes: number) => EmailContent,
  ): Promise<void> {
    await attempts.consume([codeRequestLimit, clientNetwork])
    await codes.consumeCodeEmailLimit(mailbox.email)
    const code = generateSixDigitCode()
    const codeValues = {
      customer_id: mailbox.customerId,
      code_hash: hashCode(mailbox, code),
      expires_at: addMinutes(clock.now(), codeLifetimeMinutes).toISOString(),
      attempts: 0,
    }
    await database.transact(async (tx) => {
      await tx
        .insertInto('mailbox_code')
        .values({ mailbox_hash: hashMailbox(mailbox), ...codeValues })
        .onConflict((conflict) => conflict.column('mailbox_hash').doUpdateSet(codeValues))
        .execute()
      await mail.enqueueCode(tx, mailbox.email, mailbox.purpose, createEmail(code, codeLifetimeMinutes))
    })
  }

  /** @throws ShopError "code.invalid", "limit.reached"; a new address's code is the input `newCode` */
  async function verify(mailbox: Mailbox, code: string, clientNetwork: string): Promise<void> {
    const isVerified = await failures.evaluateAttempt(
      mailbox.email,
      clientNetwork,
      async () => (await countAttemptAndCompare(mailbox, code)) || null,
      mailbox.purpose === 'signIn' ? 'recovery' : 'confirmation',
    )
    if (!isVerified) throw createInvalidCodeError(mailbox)
  }

  /** The attempt is counted before the comparison, so that parallel requests get no more than five tries. */
  async function countAttemptAndCompare(mailbox: Mailbox, code: string): Promise<boolean> {
    const row = await db
      .updateTable('mailbox_code')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('mailbox_hash', '=', hashMailbox(mailbox))
      .where('attempts', '<', maxCodeAttempts)
      .where('expires_at', '>', clock.now().toISOString())
      .returning('code_hash')
      .executeTakeFirst()
    return row !== undefined && timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(mailbox, code)))
  }

  /**
   * Deletes a proved code, in the transaction that it authorises.
   * @throws ShopError "code.invalid" when another request was quicker, or the code has expired
   */
  async function consume(tx: Transaction, mailbox: Mailbox, code: string): Promise<void> {
    const { numDeletedRows } = await tx
      .deleteFrom('mailbox_code')
      .where('mailbox_hash', '=', hashMailbox(mailbox))
      .where('code_hash', '=', hashCode(mailbox, code))
      .where('expires_at', '>', clock.now().toISOString())
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw createInvalidCodeError(mailbox)
  }

  async function eraseExpired(): Promise<void> {
    await db.deleteFrom('mailbox_code').where('expires_at', '<=', clock.now().toISOString()).execute()
  }

  /** A new address belongs to one customer's change alone; a sign-in to whoever reads the mailbox. */
  function hashMailbox({ email, purpose, customerId }: Mailbox): string {
    return hashParts(['mailbox', purpose, purpose === 'signIn' ? '' : String(customerId), email])
  }

  function hashCode(mailbox: Mailbox, code: string): string {
    return hashParts(['code', hashMailbox(mailbox), code])
  }

  function hashParts(parts: string[]): string {
    return createHmac('sha256', hmacSecret).update(JSON.stringify(parts)).digest('base64url')
  }
}

function createInvalidCodeError({ purpose }: Mailbox): ShopError<'code.invalid'> {
  return new ShopError('code.invalid', { input: purpose === 'signIn' ? 'code' : 'newCode' })
}
