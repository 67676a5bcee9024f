import { emailTexts } from '../../app/texts/mail.ts'
import type { AccountService } from '../accounts/accounts.ts'
import type { Customer } from '../accounts/customers.ts'
import type { EmailCodeService } from '../accounts/email-codes.ts'
import type { CurrentDevice } from '../accounts/email-confirmation.ts'
import type { CodeSubject, EmailVerificationCodeService } from '../accounts/email-verification-codes.ts'
import type { StockNoticeService } from '../catalogue/stock-notices.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import type { CoverageNoticeService } from '../delivery/coverage-notices.ts'
import type { MailService } from '../mail/mail.ts'
import { ShopError } from '../platform/errors.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import type { WalletService } from '../wallet/wallet.ts'

interface Deps {
  database: Database
  mail: MailService
  emailCodes: EmailCodeService
  emailVerificationCodes: EmailVerificationCodeService
  accounts: Pick<AccountService, 'findCustomer' | 'verifyPasswordOrCode' | 'replaceEmail'>
  wallet: Pick<WalletService, 'hasGains'>
  stockNotices: Pick<StockNoticeService, 'changeRecipient'>
  coverageNotices: Pick<CoverageNoticeService, 'changeRecipient'>
  securityLog: SecurityLog
}

/**
 * Moves an account to another e-mail, which the readers of both mailboxes confirm. A former address that nobody has confirmed may be a
 * stranger's, or mistyped: the password stands for its code, and the stranger is told nothing.
 */
export function createEmailChangeService(deps: Deps) {
  const {
    database,
    mail,
    emailCodes,
    emailVerificationCodes,
    accounts,
    wallet,
    stockNotices,
    coverageNotices,
    securityLog,
  } = deps
  return { sendEmailChangeCodes, changeEmail }

  /**
   * Mails a code to each of the two addresses.
   * @throws ShopError "email.same", "password.wrong", "limit.reached"
   */
  async function sendEmailChangeCodes(
    customerId: number,
    { email, currentPassword }: { email: string; currentPassword: string },
    clientNetwork: string,
  ): Promise<void> {
    const customer = await requireActiveCustomer(customerId)
    const codeSubject = toNewEmailCodeSubject(customer, email)
    if (codeSubject.email === customer.email) throw new ShopError('email.same', { input: 'email' })
    if (customer.emailConfirmedAt === null)
      await accounts.verifyPasswordOrCode(customerId, currentPassword, clientNetwork)
    else
      await emailCodes.sendCode(customer, 'emailChange', (code, minutes) =>
        emailTexts.emailChangeCode(customer.firstName, codeSubject.email, code, minutes),
      )
    await emailVerificationCodes.sendCode(codeSubject, clientNetwork, emailTexts.newEmailCode)
  }

  /**
   * Changes the e-mail, and signs out and forgets every other device. Whether the new address has an account is told only to who reads it.
   * @throws ShopError "code.invalid", "email.otherAccount", "email.unconfirmed", "limit.reached"
   */
  async function changeEmail(
    customerId: number,
    { email, code = '', newCode }: { email: string; code?: string | undefined; newCode: string },
    clientNetwork: string,
    currentDevice: CurrentDevice,
  ): Promise<void> {
    const customer = await requireActiveCustomer(customerId)
    const codeSubject = toNewEmailCodeSubject(customer, email)
    const wasConfirmed = customer.emailConfirmedAt !== null
    if (wasConfirmed) await emailCodes.verify(customer, 'emailChange', { code, clientNetwork })
    await emailVerificationCodes.verify(codeSubject, newCode, clientNetwork)
    try {
      await database.transact(async (tx) => {
        if (wasConfirmed) await emailCodes.consume(tx, customer.id, 'emailChange', code)
        await emailVerificationCodes.consume(tx, codeSubject, newCode)
        await accounts.replaceEmail(tx, customer, codeSubject.email, currentDevice)
        if (wasConfirmed) await redirectEmails(tx, customer, codeSubject.email)
        else await assertNoGains(tx, customer)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new ShopError('email.otherAccount')
    }
    securityLog.logAction('customers.changeEmail', {
      by: 'customer',
      record: `customer ${customer.id}`,
      network: securityLog.pseudonymize(clientNetwork),
    })
  }

  async function redirectEmails(tx: Transaction, { email, firstName }: Customer, newEmail: string): Promise<void> {
    await mail.changeRecipient(tx, email, newEmail)
    await stockNotices.changeRecipient(tx, email, newEmail)
    await coverageNotices.changeRecipient(tx, email, newEmail)
    await mail.enqueue(tx, email, emailTexts.emailChanged(firstName, newEmail))
  }

  /** They were given to whoever reads the former address. @throws ShopError "email.unconfirmed" */
  async function assertNoGains(tx: Transaction, { id }: Customer): Promise<void> {
    const customer = await accounts.findCustomer(id, tx)
    if (customer && (await wallet.hasGains(customer, tx))) throw new ShopError('email.unconfirmed')
  }

  /** @throws ShopError "token.invalid" when the account was deleted meanwhile */
  async function requireActiveCustomer(customerId: number): Promise<Customer> {
    const customer = await accounts.findCustomer(customerId)
    if (!customer) throw new ShopError('token.invalid')
    return customer
  }

  function toNewEmailCodeSubject({ id }: Customer, newEmail: string): CodeSubject {
    return { email: newEmail.toLowerCase(), purpose: 'newEmail', customerId: id }
  }
}
