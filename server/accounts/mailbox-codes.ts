import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EmailContent } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Mail } from '../mail/mail.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'
import { codeMinutes, type EmailCodes, maxAttempts, randomCode } from './email-codes.ts'
import type { Failures } from './failures.ts'

/** Mailboxes that a network may have codes sent to: more than a family, fewer than a list that somebody tries. */
const requests: AttemptLimit = { name: 'code requests, network', max: 15, minutes: 15 }

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
  mail: Mail
  attempts: Attempts
  failures: Failures
  codes: Pick<EmailCodes, 'countMailed'>
  /** Keys the hashes. */
  secret: string
}

export type MailboxCodes = ReturnType<typeof createMailboxCodes>

/**
 * The codes of `email-codes.ts` for a mailbox of which the shop need not know a customer: as long, as often, as few wrong tries.
 * The address itself is not kept, only a keyed hash of it.
 */
export function createMailboxCodes({ database, clock, mail, attempts, failures, codes, secret }: Deps) {
  const { db } = database
  return { mailCode, prove, spend, eraseExpired }

  /**
   * Mails a new code, which invalidates the previous one.
   * @throws ShopError "limit.reached": by mailbox as all codes, and by network
   */
  async function mailCode(
    mailbox: Mailbox,
    network: string,
    createEmail: (code: string, minutes: number) => EmailContent,
  ): Promise<void> {
    await attempts.take([requests, network])
    await codes.countMailed(mailbox.email)
    const code = randomCode()
    const fresh = {
      customer_id: mailbox.customerId,
      code_hash: codeHashOf(mailbox, code),
      expires_at: minutesAfter(clock.now(), codeMinutes).toISOString(),
      attempts: 0,
    }
    await database.transact(async (tx) => {
      await tx
        .insertInto('mailbox_code')
        .values({ mailbox_hash: mailboxHashOf(mailbox), ...fresh })
        .onConflict((conflict) => conflict.column('mailbox_hash').doUpdateSet(fresh))
        .execute()
      await mail.enqueueCode(tx, mailbox.email, mailbox.purpose, createEmail(code, codeMinutes))
    })
  }

  /** @throws ShopError "code.invalid", "limit.reached"; a new address's code is the input `newCode` */
  async function prove(mailbox: Mailbox, code: string, network: string): Promise<void> {
    const isProved = await failures.judge(
      mailbox.email,
      network,
      async () => (await isRight(mailbox, code)) || null,
      mailbox.purpose === 'signIn' ? 'recovery' : 'confirmation',
    )
    if (!isProved) throw invalidCode(mailbox)
  }

  /** The try is counted before the comparison, so that parallel requests get no more than five tries. */
  async function isRight(mailbox: Mailbox, code: string): Promise<boolean> {
    const row = await db
      .updateTable('mailbox_code')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('mailbox_hash', '=', mailboxHashOf(mailbox))
      .where('attempts', '<', maxAttempts)
      .where('expires_at', '>', clock.now().toISOString())
      .returning('code_hash')
      .executeTakeFirst()
    return row !== undefined && timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(codeHashOf(mailbox, code)))
  }

  /**
   * Deletes a proved code, in the transaction that it authorises.
   * @throws ShopError "code.invalid" when another request was quicker, or the code has expired
   */
  async function spend(tx: Transaction, mailbox: Mailbox, code: string): Promise<void> {
    const { numDeletedRows } = await tx
      .deleteFrom('mailbox_code')
      .where('mailbox_hash', '=', mailboxHashOf(mailbox))
      .where('code_hash', '=', codeHashOf(mailbox, code))
      .where('expires_at', '>', clock.now().toISOString())
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw invalidCode(mailbox)
  }

  async function eraseExpired(): Promise<void> {
    await db.deleteFrom('mailbox_code').where('expires_at', '<=', clock.now().toISOString()).execute()
  }

  /** A new address belongs to one customer's change alone; a sign-in to whoever reads the mailbox. */
  function mailboxHashOf({ email, purpose, customerId }: Mailbox): string {
    return hashOf(['mailbox', purpose, purpose === 'signIn' ? '' : String(customerId), email])
  }

  function codeHashOf(mailbox: Mailbox, code: string): string {
    return hashOf(['code', mailboxHashOf(mailbox), code])
  }

  function hashOf(parts: string[]): string {
    return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  }
}

function invalidCode({ purpose }: Mailbox): ShopError<'code.invalid'> {
  return new ShopError('code.invalid', { input: purpose === 'signIn' ? 'code' : 'newCode' })
}
