import type { Kysely } from 'kysely'
import type { OrderStatus, Tables } from '../database/schema.ts'

export function selectOrdersOfCustomer(db: Kysely<Tables>, customerId: number) {
  return db.selectFrom('orders').selectAll().where('customer_id', '=', customerId).orderBy('id', 'desc')
}

export function selectOrderLines(db: Kysely<Tables>, orderIds: number[]) {
  return db.selectFrom('order_line').selectAll().where('order_id', 'in', orderIds).orderBy('product_id').execute()
}

export function selectBoughtProducts(db: Kysely<Tables>, customerId: number) {
  return db
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_line.order_id')
    .select('product_id')
    .where('customer_id', '=', customerId)
    .where('paid_at', 'is not', null)
    .groupBy('product_id')
    .orderBy((eb) => eb.fn.max('order_id'), 'desc')
    .orderBy('product_id')
}

/** The newest orders of all customers, for the operator. */
export function selectNewestOrders(db: Kysely<Tables>, status: string | undefined) {
  return db
    .selectFrom('orders')
    .select(['id', 'customer_id', 'status', 'placed_at', 'total_cents'])
    .$if(status !== undefined, (qb) => qb.where('status', '=', status as OrderStatus))
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}
