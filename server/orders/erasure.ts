import type { Address } from '../addresses/addresses.ts'
import type { Database } from '../database/connection.ts'
import { endedStatuses } from './statuses.ts'

/**
 * Removes from the orders of erased accounts what identifies a person: street, number, note. The postal code and the city
 * stay for bookkeeping. An order under way keeps its address until it has ended, since it must be delivered.
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
