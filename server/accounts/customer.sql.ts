import type { Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../errors.ts'

/** @param email in lower case */
export function selectByEmail(query: Transaction, email: string): Promise<Row<'customer'> | undefined> {
  return selectLiving(query).where('email', '=', email).executeTakeFirst()
}

export function selectCustomer(query: Transaction, id: number): Promise<Row<'customer'> | undefined> {
  return selectLiving(query).where('id', '=', id).executeTakeFirst()
}

/** The customer of a session that has not expired. */
export function selectBySession(
  query: Transaction,
  tokenHash: string,
  now: Date,
): Promise<Row<'customer'> | undefined> {
  return query
    .selectFrom('customer')
    .innerJoin('session', 'session.customer_id', 'customer.id')
    .selectAll('customer')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .where('erased_at', 'is', null)
    .executeTakeFirst()
}

/** @throws ShopError "token.invalid" when the account was deleted meanwhile */
export async function customerRow(query: Transaction, id: number): Promise<Row<'customer'>> {
  const row = await selectCustomer(query, id)
  if (!row) throw new ShopError('token.invalid')
  return row
}

function selectLiving(query: Transaction) {
  return query.selectFrom('customer').selectAll().where('erased_at', 'is', null)
}
