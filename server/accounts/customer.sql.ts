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

/** @throws ShopError "token.invalid" when the account went away meanwhile */
export async function customerRow(query: Transaction, id: number): Promise<Row<'customer'>> {
  const row = await selectCustomer(query, id)
  if (!row) throw new ShopError('token.invalid')
  return row
}

function selectLiving(query: Transaction) {
  return query.selectFrom('customer').selectAll().where('erased_at', 'is', null)
}
