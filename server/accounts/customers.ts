/** The customers as other domains read and lock them. */

import type { Context, TransactionContext } from '../context.ts'
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

export async function findCustomer(ctx: Context, id: number): Promise<Customer | null> {
  const row = await selectCustomer(ctx, id)
  return row ? toCustomer(row) : null
}

export async function findCustomerByEmail(ctx: Context, email: string): Promise<Customer | null> {
  const row = await selectCustomerByEmail(ctx, normalizeInput(email).toLowerCase())
  return row ? toCustomer(row) : null
}

/** In the order of the ids; without erased accounts. */
export async function listCustomers(ctx: Context, ids: number[]): Promise<Customer[]> {
  const rows = await selectCustomers(ctx, ids)
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toCustomer)
}

/** Null once the account is erased. */
export async function findEmailRecipient(ctx: Context, id: number): Promise<EmailRecipient | null> {
  const row = await selectCustomer(ctx, id)
  return row ? { id, email: row.email, firstName: toGreetingName(row) } : null
}

/** By id, also of erased accounts, whose e-mail says so. */
export async function loadEmailsById(ctx: Context, ids: number[]): Promise<Map<number, string>> {
  const emailsById = new Map<number, string>()
  for (const batch of splitIntoBatches([...new Set(ids)])) {
    const rows = await ctx.db.selectFrom('customer').select(['id', 'email']).where('id', 'in', batch).execute()
    for (const { id, email } of rows) emailsById.set(id, email)
  }
  return emailsById
}

/** First and last name by id; empty for erased accounts. */
export async function loadNamesById(ctx: Context, ids: number[]): Promise<Map<number, string>> {
  const namesById = new Map<number, string>()
  for (const batch of splitIntoBatches([...new Set(ids)])) {
    const rows = await ctx.db
      .selectFrom('customer')
      .select(['id', 'firstName', 'lastName'])
      .where('id', 'in', batch)
      .execute()
    for (const { id, firstName, lastName } of rows) namesById.set(id, `${firstName} ${lastName}`.trim())
  }
  return namesById
}

/**
 * The ids of at most 50 customers, the newest first: whose e-mail that is, whose phone begins so, or whose names begin with
 * these words, in any order, whatever their accents and case.
 */
export function searchIdsByContact(ctx: Context, text: string): Promise<number[]> {
  return searchCustomerIds(ctx, text)
}

/** @param emails in lower case */
export async function loadIdsByEmail(ctx: Context, emails: string[]): Promise<Map<string, number>> {
  const idsByEmail = new Map<string, number>()
  for (const batch of splitIntoBatches([...new Set(emails)])) {
    const rows = await ctx.db.selectFrom('customer').select(['id', 'email']).where('email', 'in', batch).execute()
    for (const { id, email } of rows) idsByEmail.set(email, id)
  }
  return idsByEmail
}

/**
 * Refuses an account that is erased or blocked, and on PostgreSQL locks its row, so that it is neither before the
 * transaction ends. On SQLite nobody else writes within a transaction.
 */
export async function lockActiveCustomer(ctx: TransactionContext, id: number): Promise<void> {
  const customerQuery = ctx.db
    .selectFrom('customer')
    .select('blockedAt')
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
  const row = await (ctx.engine === 'postgres' ? customerQuery.forShare() : customerQuery).executeTakeFirst()
  if (!row) throw new ShopError('token.invalid')
  assertNotBlocked(row)
}

/** Who signed in by a code may have told no name. */
export async function assertHasName(ctx: Context, id: number): Promise<void> {
  const row = await selectCustomer(ctx, id)
  if (row?.firstName === '') throw new ShopError('receiver.required')
}

/**
 * Lets only one transaction at a time spend the account's balances, erased or not. To be called before `lockActiveCustomer`: on PostgreSQL two
 * transactions that share a row's lock would wait for each other to have it alone.
 */
export async function lockBalances(ctx: TransactionContext, id: number): Promise<void> {
  if (ctx.engine === 'sqlite') return
  await ctx.db.selectFrom('customer').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export function toCustomer(row: Row<'customer'>): Customer {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    birthday: row.birthday,
    createdAt: row.createdAt,
    emailConfirmedAt: row.emailConfirmedAt,
    hasPassword: row.passwordHash !== '',
  }
}
