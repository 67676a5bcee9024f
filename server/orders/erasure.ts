import type { Address } from '../addresses/addresses.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import { endedStatuses } from './statuses.ts'

/**
 * An account with an order that has not ended is not erased: the order must still reach its customer, or be refunded.
 * @throws ShopError "order.underWay" with the oldest such order
 */
export async function refuseUnderWay(tx: Transaction, customerId: number): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'not in', endedStatuses)
    .orderBy('id')
    .executeTakeFirst()
  if (order) throw new ShopError('order.underWay', { orderId: order.id })
}

/**
 * Refuses an order of an account that is erased, and on PostgreSQL locks the account's row, so that none is erased before the
 * order is written. On SQLite nobody else writes within a transaction.
 * @throws ShopError "token.invalid"
 */
export async function refuseErased({ engine }: Database, tx: Transaction, customerId: number): Promise<void> {
  const living = tx.selectFrom('customer').select('id').where('id', '=', customerId).where('erased_at', 'is', null)
  const row = await (engine === 'postgres' ? living.forShare() : living).executeTakeFirst()
  if (!row) throw new ShopError('token.invalid')
}

/**
 * Removes from the orders of erased accounts what identifies a person: street, number, note. The postal code and the city
 * stay for bookkeeping.
 */
export async function forgetBuyers({ query }: Database): Promise<void> {
  const rows = await query
    .selectFrom('orders')
    .innerJoin('customer', 'customer.id', 'orders.customer_id')
    .select(['orders.id', 'orders.delivery_address'])
    .where('customer.erased_at', 'is not', null)
    .where('orders.status', 'in', endedStatuses)
    .where('orders.delivery_address', 'not like', '%"street":""%')
    .limit(100)
    .execute()
  for (const { id, delivery_address } of rows) {
    const address: Address = {
      ...JSON.parse(delivery_address),
      addressType: '',
      street: '',
      number: '',
      complement: '',
      neighborhood: '',
    }
    await query
      .updateTable('orders')
      .set({ delivery_address: JSON.stringify(address), note: '' })
      .where('id', '=', id)
      .execute()
  }
}
