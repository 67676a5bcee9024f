import { letters } from '../../app/texts/mail.ts'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Mail } from '../mail/mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import { customerRow } from './customer.sql.ts'
import type { EmailCodes } from './email-codes.ts'
import { eraseCustomer } from './erasure.sql.ts'

interface Parts {
  database: Database
  clock: Clock
  mail: Mail
  codes: EmailCodes
  orders: Pick<Orders, 'forgetBuyers'>
  prescriptions: Pick<Prescriptions, 'eraseUnused'>
}

/** Deletes an account, in two steps. */
export function openDeletion({ database, clock, mail, codes, orders, prescriptions }: Parts) {
  return { mailDeletionCode, deleteAccount, eraseAccount }

  /**
   * Mails a deletion code to the account's own address. Its link leads to `callbackUrl`, a page of the shop.
   * @throws ShopError "limit.reached"
   */
  async function mailDeletionCode(customerId: number, callbackUrl: string): Promise<void> {
    const row = await customerRow(database.query, customerId)
    await codes.mailCode(row, 'deletion', (code, minutes) =>
      letters.deletionCode(row.first_name, code, minutes, callbackUrl),
    )
  }

  /**
   * Deletes an account by code: personal data is erased, orders stay without it, and every device is signed out.
   * @throws ShopError "code.invalid", "limit.reached"
   */
  async function deleteAccount(customerId: number, code: string, network: string): Promise<void> {
    const row = await customerRow(database.query, customerId)
    await codes.prove(row, 'deletion', { field: 'deleteToken', code, network })
    await database.transact(async (tx) => {
      await codes.spend(tx, row.id, 'deletion', { field: 'deleteToken', code })
      await erase(tx, row)
    })
    await eraseTraces()
  }

  /** The same without a code, for the operator, who verifies the customer's request in another way. */
  async function eraseAccount(customerId: number): Promise<void> {
    await database.transact(async (tx) => erase(tx, await customerRow(tx, customerId)))
    await eraseTraces()
  }

  async function erase(tx: Transaction, row: Row<'customer'>): Promise<void> {
    await eraseCustomer(tx, row, clock.now())
    await mail.enqueue(tx, row.email, letters.accountDeleted(row.first_name))
  }

  /**
   * Erases at once what orders and prescriptions no longer need. The account is already deleted, so failures are ignored
   * here: the jobs log them and try again.
   */
  async function eraseTraces(): Promise<void> {
    await Promise.allSettled([orders.forgetBuyers(), prescriptions.eraseUnused()])
  }
}
