import { emailTexts } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { markEmailConfirmed, requireCustomerRow } from './customer.sql.ts'
import type { EmailCodeService } from './email-codes.ts'
import type { KnownDeviceService } from './known-devices.ts'
import type { SessionService } from './sessions.ts'

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  emailCodes: EmailCodeService
  sessions: SessionService
  knownDevices: KnownDeviceService
}

/** What stays signed in, and known, where everything else of an account's is signed out: the device that changes it. */
export interface CurrentDevice {
  sessionToken: string | null
  deviceToken: string | null
}

/**
 * Proves that an account's e-mail is its customer's. Until then the customer can buy, but gets only codes and what concerns
 * own orders by e-mail, and gains stay out of sight: they were given to the person who reads that mailbox.
 */
export function createEmailConfirmationService({ database, clock, mail, emailCodes, sessions, knownDevices }: Deps) {
  return { sendConfirmationCode, confirmEmail, replaceEmail }

  /**
   * Mails a new code; nothing to a confirmed address.
   * @throws ShopError "limit.reached"
   */
  async function sendConfirmationCode(customerId: number): Promise<void> {
    const row = await requireCustomerRow(database.db, customerId)
    if (row.email_confirmed_at === null) await emailCodes.sendCode(row, 'confirmation', emailTexts.confirmEmail)
  }

  /** @throws ShopError "code.invalid", "limit.reached" */
  async function confirmEmail(customerId: number, code: string, clientNetwork: string): Promise<void> {
    const row = await requireCustomerRow(database.db, customerId)
    if (row.email_confirmed_at !== null) return
    await emailCodes.verify(row, 'confirmation', { code, clientNetwork })
    await database.transact(async (tx) => {
      await emailCodes.consume(tx, row.id, 'confirmation', code)
      await markEmailConfirmed(tx, row.id, clock.now())
      await mail.enqueue(tx, row.email, emailTexts.welcome(row.first_name))
    })
  }

  /**
   * Gives an account another address, which was proved, and signs out and forgets every other device. What was mailed to the former
   * one opens nothing any more.
   * @throws ShopError "code.invalid" where the account has left that address meanwhile; a unique violation where the other one has an
   *   account
   */
  async function replaceEmail(
    tx: Transaction,
    { id, email }: { id: number; email: string },
    newEmail: string,
    currentDevice: CurrentDevice,
  ): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('customer')
      .set({ email: newEmail, email_confirmed_at: clock.now().toISOString() })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('code.invalid', { input: 'newCode' })
    await tx.deleteFrom('email_code').where('customer_id', '=', id).execute()
    await tx.deleteFrom('mailbox_code').where('customer_id', '=', id).execute()
    await sessions.revokeAll(tx, id, currentDevice.sessionToken)
    await knownDevices.forgetDevices(tx, id, currentDevice.deviceToken)
  }
}
