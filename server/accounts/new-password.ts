import { letters } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import type { Mail } from '../mail/mail.ts'
import { customerRow, selectByEmail } from './customer.sql.ts'
import type { EmailCodes } from './email-codes.ts'
import type { Failures } from './failures.ts'
import { hashPassword, passwordMatches, refuseCommon } from './passwords.ts'
import type { Sessions } from './sessions.ts'

interface Parts {
  database: Database
  mail: Mail
  failures: Failures
  codes: EmailCodes
  sessions: Sessions
}

/** The two ways to set a new password: with the current one, or with a mailed code. */
export function openNewPassword({ database, mail, failures, codes, sessions }: Parts) {
  const { query } = database
  return { changePassword, mailRecoveryCode, checkRecoveryCode, resetPassword }

  /**
   * Sets a new password, and signs out every other device, in case somebody else knows the old one.
   * @param token the current session, which stays signed in
   * @throws ShopError "password.wrong", "password.common", "limit.reached"
   */
  async function changePassword(
    customerId: number,
    { current, password }: { current: string; password: string },
    network: string,
    token: string | null,
  ): Promise<void> {
    const row = await customerRow(query, customerId)
    const isKnown = await failures.judge(
      row.email,
      network,
      async () => (await passwordMatches(row.password_hash, current)) || null,
    )
    if (!isKnown) throw new ShopError('password.wrong', { field: 'current_password' })
    await setPassword(row, password, { keepSession: token })
  }

  /**
   * Mails a recovery code.
   * @throws ShopError "email.unknown" (as the specification asks, so it counts against the caller), "limit.reached"
   */
  async function mailRecoveryCode(email: string, network: string): Promise<void> {
    const row = await rowOf(email, network)
    await codes.mailCode(row, 'recovery', (code, minutes) => letters.recoveryCode(row.first_name, code, minutes))
  }

  /** @throws ShopError "email.unknown", "code.invalid" (also for another customer's code), "limit.reached" */
  async function checkRecoveryCode(email: string, code: string, network: string): Promise<void> {
    await codes.prove(await rowOf(email, network), 'recovery', { field: 'code', code, network })
  }

  /**
   * Sets a new password by code, and signs out every device.
   * @throws ShopError "email.unknown", "code.invalid", "password.common" (the code stays valid), "limit.reached"
   */
  async function resetPassword(email: string, code: string, password: string, network: string): Promise<void> {
    const row = await rowOf(email, network)
    await codes.prove(row, 'recovery', { field: 'code', code, network })
    await setPassword(row, password, {
      first: (tx) => codes.spend(tx, row.id, 'recovery', { field: 'code', code }),
    })
  }

  async function rowOf(email: string, network: string): Promise<Row<'customer'>> {
    const address = email.toLowerCase()
    const row = await failures.judge(address, network, async () => (await selectByEmail(query, address)) ?? null)
    if (!row) throw new ShopError('email.unknown', { field: 'email' })
    return row
  }

  async function setPassword(
    row: Row<'customer'>,
    password: string,
    { keepSession = null, first }: { keepSession?: string | null; first?: (tx: Transaction) => Promise<void> },
  ): Promise<void> {
    refuseCommon(password)
    const passwordHash = await hashPassword(password)
    await database.transact(async (tx) => {
      await first?.(tx)
      await tx.updateTable('customer').set({ password_hash: passwordHash }).where('id', '=', row.id).execute()
      await sessions.endAll(tx, row.id, keepSession)
      await mail.enqueue(tx, row.email, letters.passwordChanged(row.first_name))
    })
  }
}
