import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { assertNotBlocked } from './blocks.ts'
import { selectCustomer, selectCustomerByEmail, selectCustomers, toGreetingName } from './customer.sql.ts'
import { searchCustomerIds } from './customer-search.ts'

export interface Customer {
  id: number
  firstName: string
  lastName: string
  email: string
  /** Digits. */
  phone: string
  /** yyyy-MM-dd */
  birthday: string | null
  createdAt: Date
  /** Null until the customer has proved to read it. */
  emailConfirmedAt: Date | null
  /** Who signs in by codes alone has none. */
  hasPassword: boolean
}

/** The customer whom an e-mail goes to. */
export interface EmailRecipient {
  id: number
  email: string
  /** Null until the e-mail is confirmed. */
  firstName: string | null
}

export type CustomerService = ReturnType<typeof createCustomerService>

/** The customers as other domains read and lock them. */
export function createCustomerService({ db, engine }: Database) {
  return {
    findCustomer,
    findCustomerByEmail,
    listCustomers,
    findEmailRecipient,
    loadEmailsById,
    loadNamesById,
    searchIdsByContact,
    loadIdsByEmail,
    lockActiveCustomer,
    assertHasName,
    lockBalances,
  }

  async function findCustomer(id: number, tx: Transaction = db): Promise<Customer | null> {
    const row = await selectCustomer(tx, id)
    return row ? toCustomer(row) : null
  }

  async function findCustomerByEmail(email: string): Promise<Customer | null> {
    const row = await selectCustomerByEmail(db, normalizeInput(email).toLowerCase())
    return row ? toCustomer(row) : null
  }

  /** In the order of the ids; without erased accounts. */
  async function listCustomers(ids: number[]): Promise<Customer[]> {
    const rows = await selectCustomers(db, ids)
    return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toCustomer)
  }

  /** Null once the account is erased. */
  async function findEmailRecipient(id: number, tx: Transaction = db): Promise<EmailRecipient | null> {
    const row = await selectCustomer(tx, id)
    return row ? { id, email: row.email, firstName: toGreetingName(row) } : null
  }

  /** By id, also of erased accounts, whose e-mail says so. */
  async function loadEmailsById(ids: number[]): Promise<Map<number, string>> {
    const emailsById = new Map<number, string>()
    for (const batch of splitIntoBatches([...new Set(ids)])) {
      const rows = await db.selectFrom('customer').select(['id', 'email']).where('id', 'in', batch).execute()
      for (const { id, email } of rows) emailsById.set(id, email)
    }
    return emailsById
  }

  /** First and last name by id; empty for erased accounts. */
  async function loadNamesById(ids: number[]): Promise<Map<number, string>> {
    const namesById = new Map<number, string>()
    for (const batch of splitIntoBatches([...new Set(ids)])) {
      const rows = await db
        .selectFrom('customer')
        .select(['id', 'first_name', 'last_name'])
        .where('id', 'in', batch)
        .execute()
      for (const { id, first_name, last_name } of rows) namesById.set(id, `${first_name} ${last_name}`.trim())
    }
    return namesById
  }

  /**
   * The ids of at most 50 customers, the newest first: whose e-mail that is, whose phone begins so, or whose names begin with
   * these words, in any order, whatever their accents and case.
   */
  function searchIdsByContact(text: string): Promise<number[]> {
    return searchCustomerIds(db, engine, text)
  }

  /** @param emails in lower case */
  async function loadIdsByEmail(emails: string[], tx: Transaction = db): Promise<Map<string, number>> {
    const idsByEmail = new Map<string, number>()
    for (const batch of splitIntoBatches([...new Set(emails)])) {
      const rows = await tx.selectFrom('customer').select(['id', 'email']).where('email', 'in', batch).execute()
      for (const { id, email } of rows) idsByEmail.set(email, id)
    }
    return idsByEmail
  }

  /**
   * Refuses an account that is erased or blocked, and on PostgreSQL locks its row, so that it is neither before the
   * transaction ends. On SQLite nobody else writes within a transaction.
   * @throws ShopError "token.invalid", "account.blocked"
   */
  async function lockActiveCustomer(tx: Transaction, id: number): Promise<void> {
    const customerQuery = tx
      .selectFrom('customer')
      .select('blocked_at')
      .where('id', '=', id)
      .where('erased_at', 'is', null)
    const row = await (engine === 'postgres' ? customerQuery.forShare() : customerQuery).executeTakeFirst()
    if (!row) throw new ShopError('token.invalid')
    assertNotBlocked(row)
  }

  /** Who signed in by a code may have told no name. @throws ShopError "receiver.required" */
  async function assertHasName(tx: Transaction, id: number): Promise<void> {
    const row = await selectCustomer(tx, id)
    if (row?.first_name === '') throw new ShopError('receiver.required')
  }

  /**
   * Lets only one transaction at a time spend the account's balances, erased or not. To be called before `lockActiveCustomer`: on PostgreSQL two
   * transactions that share a row's lock would wait for each other to have it alone.
   */
  async function lockBalances(tx: Transaction, id: number): Promise<void> {
    if (engine === 'sqlite') return
    await tx.selectFrom('customer').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  }
}

export function toCustomer(row: Row<'customer'>): Customer {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    birthday: row.birthday,
    createdAt: new Date(row.created_at),
    emailConfirmedAt: row.email_confirmed_at === null ? null : new Date(row.email_confirmed_at),
    hasPassword: row.password_hash !== '',
  }
}
