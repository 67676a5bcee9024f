import { letters } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Mail } from '../mail/mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import { customerRow, greetedName } from './customer.sql.ts'
import type { EmailCodes } from './email-codes.ts'
import { eraseCustomer, eraseLatecomers } from './erasure.sql.ts'

interface Parts {
  database: Database
  clock: Clock
  mail: Mail
  codes: EmailCodes
  orders: Pick<Orders, 'refuseUnderWay' | 'forgetBuyers'>
  prescriptions: Pick<Prescriptions, 'eraseUnused'>
}

const deletionPage = '/excluir-conta?etapa=codigo'

/** Deletes an account, in two steps. */
export function openDeletion({ database, clock, mail, codes, orders, prescriptions }: Parts) {
  return {
    mailDeletionCode,
    deleteAccount,
    eraseAccount,
    /** Called periodically. */
    eraseLatecomers: () => eraseLatecomers(database.query, clock.now()),
  }

  /**
   * Mails a deletion code to the account's own address. Its link leads to `callbackUrl`, a page of the shop.
   * @throws ShopError "order.underWay", "limit.reached"
   */
  async function mailDeletionCode(customerId: number, callbackUrl = deletionPage): Promise<void> {
    await orders.refuseUnderWay(database.query, customerId)
    const row = await customerRow(database.query, customerId)
    await codes.mailCode(row, 'deletion', (code, minutes) =>
      letters.deletionCode(greetedName(row), code, minutes, callbackUrl),
    )
  }

  /**
   * Deletes an account by code: personal data is erased, orders stay without it, and every device is signed out.
   * @throws ShopError "code.invalid", "order.underWay", "limit.reached"
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

  /**
   * The same without a code, for the operator, who verifies the customer's request in another way.
   * @throws ShopError "order.underWay"
   */
  async function eraseAccount(customerId: number): Promise<void> {
    await database.transact(async (tx) => erase(tx, await customerRow(tx, customerId)))
    await eraseTraces()
  }

  async function erase(tx: Transaction, row: Row<'customer'>): Promise<void> {
    await eraseCustomer(tx, row, clock.now())
    // Only now: an order being placed at the same time has locked the customer's row, so it is seen here.
    await orders.refuseUnderWay(tx, row.id)
    await mail.enqueue(tx, row.email, letters.accountDeleted(greetedName(row)))
  }

  /**
   * Erases at once what orders and prescriptions no longer need, and what the database's log still holds. The account is already deleted, so failures are ignored
   * here: the jobs log them and try again.
   */
  async function eraseTraces(): Promise<void> {
    await Promise.allSettled([orders.forgetBuyers(), prescriptions.eraseUnused()])
    await database.emptyLog().catch(() => {})
  }
}
