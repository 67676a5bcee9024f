import { emailTexts } from '../../app/texts/mail.ts'
import type { CustomerService, EmailRecipient } from '../accounts/customers.ts'
import type { EmailCodeService } from '../accounts/email-codes.ts'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import type { OrderService } from '../orders/orders.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import {
  eraseBuyerData,
  eraseCustomer,
  eraseLateWrites,
  selectErasablePrescriptions,
  selectExpiredRetainedPrescriptions,
} from './erasure.sql.ts'

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  emailCodes: EmailCodeService
  customers: Pick<CustomerService, 'findEmailRecipient'>
  orders: Pick<OrderService, 'assertNoOpenOrders'>
  prescriptions: Pick<PrescriptionService, 'erase'>
  securityLog: SecurityLog
}

export type AccountDeletionService = ReturnType<typeof createAccountDeletionService>

const deletionPath = '/excluir-conta?etapa=codigo'

/** Deletes an account, in two steps. */
export function createAccountDeletionService({
  database,
  clock,
  mail,
  emailCodes,
  customers,
  orders,
  prescriptions,
  securityLog,
}: Deps) {
  return {
    sendDeletionCode,
    deleteAccount,
    eraseAccount,
    finishErasures,
    /** Called periodically. */
    eraseLateWrites: () => eraseLateWrites(database.db, clock.now()),
  }

  /**
   * Mails a deletion code to the account's own address. Its link leads to `callbackUrl`, a page of the shop.
   * @throws ShopError "order.underWay", "limit.reached"
   */
  async function sendDeletionCode(customerId: number, callbackUrl = deletionPath): Promise<void> {
    await orders.assertNoOpenOrders(database.db, customerId)
    const customer = await requireActiveCustomer(customerId)
    await emailCodes.sendCode(customer, 'deletion', (code, minutes) =>
      emailTexts.deletionCode(customer.firstName, code, minutes, callbackUrl),
    )
  }

  /**
   * Deletes an account by code: personal data is erased, orders stay without it, and every device is signed out.
   * @throws ShopError "code.invalid", "order.underWay", "limit.reached"
   */
  async function deleteAccount(customerId: number, code: string, clientNetwork: string): Promise<void> {
    const customer = await requireActiveCustomer(customerId)
    await emailCodes.verify(customer, 'deletion', { code, clientNetwork })
    await database.transact(async (tx) => {
      await emailCodes.consume(tx, customer.id, 'deletion', code)
      await eraseAndNotify(tx, customer)
    })
    // Of the shop's own people the audit trail tells it.
    securityLog.logAction('customers.erase', {
      by: 'customer',
      record: `customer ${customer.id}`,
      network: securityLog.pseudonymize(clientNetwork),
    })
    await eraseTraces()
  }

  /**
   * The same without a code, for the shop's own people, who verify the customer's request in another way.
   * @param transactionHook what else is written in that transaction
   * @throws ShopError "order.underWay"; "token.invalid" when the account was deleted meanwhile
   */
  async function eraseAccount(customerId: number, transactionHook: TransactionHook = async () => {}): Promise<void> {
    await database.transact(async (tx) => {
      await eraseAndNotify(tx, await requireActiveCustomer(customerId, tx))
      await transactionHook(tx)
    })
    await eraseTraces()
  }

  /** @throws ShopError "token.invalid" when the account was deleted meanwhile */
  async function requireActiveCustomer(customerId: number, tx?: Transaction): Promise<EmailRecipient> {
    const customer = await customers.findEmailRecipient(customerId, tx)
    if (!customer) throw new ShopError('token.invalid')
    return customer
  }

  async function eraseAndNotify(tx: Transaction, { id, email, firstName }: EmailRecipient): Promise<void> {
    await eraseCustomer(tx, { id, email }, clock.now())
    // Only now: an order being placed at the same time has locked the customer's row, so it is seen here.
    await orders.assertNoOpenOrders(tx, id)
    await mail.enqueue(tx, email, emailTexts.accountDeleted(firstName))
  }

  /**
   * Erases at once what orders and prescriptions no longer need, and what the database's log still holds. The account is
   * already deleted, so failures are ignored here: the jobs log them and try again.
   */
  async function eraseTraces(): Promise<void> {
    await finishErasures().catch(() => {})
    await database.truncateWal().catch(() => {})
  }

  /**
   * Erases what an order under way still needed when its account was erased, once it has ended, and retained prescriptions after their
   * term. Called periodically.
   */
  async function finishErasures(): Promise<void> {
    // Side by side: what cannot be erased of one kind does not keep the other.
    await Promise.all([eraseBuyerData(database.db), erasePrescriptions()])
  }

  async function erasePrescriptions(): Promise<void> {
    const cutoff = addMinutes(clock.now(), -retentionMinutesOf('retainedPrescriptions')).toISOString()
    const expiredPrescriptions = await selectExpiredRetainedPrescriptions(database.db, cutoff)
    for (const { id, orderId } of [...(await selectErasablePrescriptions(database.db)), ...expiredPrescriptions])
      await prescriptions.erase(id, orderId)
  }
}
