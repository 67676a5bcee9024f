import { emailTexts } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { MailService } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { assertNotBlocked } from './blocks.ts'
import { markEmailConfirmed, selectCustomerByEmail } from './customer.sql.ts'
import { toDeviceName } from './device-name.ts'
import type { CodeSubject, EmailVerificationCodeService } from './email-verification-codes.ts'
import type { KnownDeviceService } from './known-devices.ts'
import type { SessionService } from './sessions.ts'

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  emailVerificationCodes: EmailVerificationCodeService
  sessions: SessionService
  knownDevices: KnownDeviceService
}

/** What a right code led to. */
export interface CodeSignInResult {
  /** Of the new session. */
  sessionToken: string
  isNew: boolean
  /** A password that somebody had set before the mailbox was proved does not open the account any more. */
  isPasswordRevoked: boolean
}

/**
 * Signs in whoever reads a mailbox, by a mailed code; one without an account gets one, without a password. Nobody learns whether a
 * mailbox has an account.
 */
export function createCodeSignInService({
  database,
  clock,
  mail,
  emailVerificationCodes,
  sessions,
  knownDevices,
}: Deps) {
  return { sendSignInCode, signInWithCode }

  /** @throws ShopError "limit.reached" */
  async function sendSignInCode(email: string, clientNetwork: string): Promise<void> {
    await emailVerificationCodes.sendCode(await loadCodeSubject(email), clientNetwork, emailTexts.signInCode)
  }

  /** @throws ShopError "code.invalid", "limit.reached"; "account.blocked" after the right code alone */
  async function signInWithCode(
    email: string,
    code: string,
    clientNetwork: string,
    userAgent: string | null = null,
  ): Promise<CodeSignInResult> {
    const codeSubject = await loadCodeSubject(email)
    await emailVerificationCodes.verify(codeSubject, code, clientNetwork)
    return database.transact(async (tx) => {
      await emailVerificationCodes.consume(tx, codeSubject, code)
      const row = await selectCustomerByEmail(tx, codeSubject.email)
      if (row) assertNotBlocked(row)
      const isPasswordRevoked = row !== undefined && (await revokeUnprovenAccess(tx, row))
      const id = row?.id ?? (await createAccount(tx, codeSubject.email))
      const sessionToken = await sessions.start(id, { device: toDeviceName(userAgent), signedInBy: 'code', tx })
      return { sessionToken, isNew: !row, isPasswordRevoked }
    })
  }

  async function createAccount(tx: Transaction, email: string): Promise<number> {
    const now = clock.now().toISOString()
    const emptyProfile = { first_name: '', last_name: '', phone: '', birthday: null, password_hash: '' }
    const row = { ...emptyProfile, email, created_at: now, email_confirmed_at: now }
    const { id } = await tx.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()
    await mail.enqueue(tx, email, emailTexts.welcome(null))
    return id
  }

  /**
   * Whoever registered a mailbox without proving it may be a stranger, who waits for its reader to fill the account: their password
   * and their devices end with the proof.
   */
  async function revokeUnprovenAccess(
    tx: Transaction,
    { id, email_confirmed_at, password_hash }: Row<'customer'>,
  ): Promise<boolean> {
    if (email_confirmed_at !== null) return false
    await markEmailConfirmed(tx, id, clock.now())
    await tx.updateTable('customer').set({ password_hash: '' }).where('id', '=', id).execute()
    await sessions.revokeAll(tx, id)
    await knownDevices.forgetDevices(tx, id, null)
    return password_hash !== ''
  }

  async function loadCodeSubject(emailInput: string): Promise<CodeSubject> {
    const email = emailInput.toLowerCase()
    const row = await selectCustomerByEmail(database.db, email)
    return { email, purpose: 'signIn', customerId: row?.id ?? null }
  }
}
