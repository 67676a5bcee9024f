import { sql } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'

/** @param email in lower case */
export function selectCustomerByEmail(ctx: Context, email: string): Promise<Row<'customer'> | undefined> {
  return selectActiveCustomers(ctx).where('email', '=', email).executeTakeFirst()
}

export function selectCustomer(ctx: Context, id: number): Promise<Row<'customer'> | undefined> {
  return selectActiveCustomers(ctx).where('id', '=', id).executeTakeFirst()
}

export async function selectCustomers(ctx: Context, ids: number[]): Promise<Row<'customer'>[]> {
  if (ids.length === 0) return []
  return selectActiveCustomers(ctx).where('id', 'in', ids).execute()
}

interface SessionDates {
  sessionCreatedAt: Date
  sessionExpiresAt: Date
}

/**
 * The customer of a session that has not expired, and that session's dates; none who is blocked. Written out, as the other
 * queries of every page are: to build one anew for each page takes longer than SQLite takes to answer it.
 */
export async function selectCustomerBySession(ctx: Context, tokenHash: string, now: Date) {
  const { rows } = await sql<Row<'customer'> & SessionDates>`
    select customer.*, session.created_at as session_created_at, session.expires_at as session_expires_at
    from customer inner join session on session.customer_id = customer.id
    where token_hash = ${tokenHash} and expires_at > ${now.toISOString()} and erased_at is null and blocked_at is null
  `.execute(ctx.db)
  return rows[0]
}

/** @throws ShopError "token.invalid" when the account was deleted meanwhile */
export async function requireCustomerRow(ctx: Context, id: number): Promise<Row<'customer'>> {
  const row = await selectCustomer(ctx, id)
  if (!row) throw new ShopError('token.invalid')
  return row
}

/**
 * Holds a customer's row until the transaction ends, if it still has the password that was compared: meanwhile whoever reads
 * the mailbox may have set another, to keep out those who know this one.
 */
export async function lockIfPasswordUnchanged(
  ctx: TransactionContext,
  { id, passwordHash }: Pick<Row<'customer'>, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer')
    .set({ passwordHash })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** An address that was confirmed before keeps its date. */
export async function markEmailConfirmed(ctx: TransactionContext, id: number, now: Date): Promise<void> {
  await ctx.db
    .updateTable('customer')
    .set({ emailConfirmedAt: now })
    .where('id', '=', id)
    .where('emailConfirmedAt', 'is', null)
    .execute()
}

/** The name that an e-mail may greet with: a mailbox that is not confirmed may be a stranger's. */
export function toGreetingName({ firstName, emailConfirmedAt }: Row<'customer'>): string | null {
  return emailConfirmedAt === null ? null : firstName
}

function selectActiveCustomers(ctx: Context) {
  return ctx.db.selectFrom('customer').selectAll().where('erasedAt', 'is', null)
}
