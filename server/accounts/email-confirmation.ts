import { letters } from '../../app/texts/mail.ts'
import type { Database } from '../database/connection.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { confirmRow, customerRow } from './customer.sql.ts'
import type { EmailCodes } from './email-codes.ts'

interface Deps {
  database: Database
  clock: Clock
  mail: Mail
  codes: EmailCodes
}

/**
 * Proves that an account's e-mail is its customer's. Until then the customer can buy, but gets only codes and what concerns
 * own orders by e-mail, and gains stay out of sight: they were given to the person who reads that mailbox.
 */
export function createEmailConfirmation({ database, clock, mail, codes }: Deps) {
  return { mailConfirmationCode, confirmEmail }

  /**
   * Mails a new code; nothing to a confirmed address.
   * @throws ShopError "limit.reached"
   */
  async function mailConfirmationCode(customerId: number): Promise<void> {
    const row = await customerRow(database.query, customerId)
    if (row.email_confirmed_at === null) await codes.mailCode(row, 'confirmation', letters.confirmEmail)
  }

  /** @throws ShopError "code.invalid", "limit.reached" */
  async function confirmEmail(customerId: number, code: string, network: string): Promise<void> {
    const row = await customerRow(database.query, customerId)
    if (row.email_confirmed_at !== null) return
    await codes.prove(row, 'confirmation', { code, network })
    await database.transact(async (tx) => {
      await codes.spend(tx, row.id, 'confirmation', code)
      await confirmRow(tx, row.id, clock.now())
      await mail.enqueue(tx, row.email, letters.welcome(row.first_name))
    })
  }
}
