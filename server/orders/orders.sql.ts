import type { Kysely } from 'kysely'
import type { OrderStatus, Tables } from '../database/schema.ts'

export function selectOrders(query: Kysely<Tables>, customerId: number) {
  return query
    .selectFrom('orders')
    .leftJoin('prescription', 'prescription.order_id', 'orders.id')
    .selectAll('orders')
    .select(['prescription.id as prescription_id', 'prescription.reason as prescription_reason'])
    .where('orders.customer_id', '=', customerId)
    .orderBy('orders.id', 'desc')
}

export function selectLines(query: Kysely<Tables>, orderIds: number[]) {
  return query
    .selectFrom('order_line')
    .leftJoin('product', 'product.id', 'order_line.product_id')
    .leftJoin('product_picture', (join) =>
      join.onRef('product_picture.product_id', '=', 'order_line.product_id').on('product_picture.position', '=', 1),
    )
    .select([
      'order_line.order_id',
      'order_line.product_id',
      'order_line.name',
      'order_line.quantity',
      'order_line.full_price_cents',
      'order_line.price_cents',
      'order_line.requires_prescription',
      'product.is_pbm',
      'product.slug',
      'product_picture.picture_key',
    ])
    .where('order_line.order_id', 'in', orderIds)
    .orderBy('order_line.product_id')
    .execute()
}

export function selectStatusHistory(query: Kysely<Tables>, orderId: number) {
  return query
    .selectFrom('order_status_history')
    .select(['status', 'reached_at'])
    .where('order_id', '=', orderId)
    .execute()
}

/** The newest orders of all customers, for the operator. */
export function selectNewestOrders(query: Kysely<Tables>, status: string | undefined) {
  return query
    .selectFrom('orders')
    .innerJoin('customer', 'customer.id', 'orders.customer_id')
    .select(['orders.id', 'orders.status', 'orders.placed_at', 'orders.total_cents', 'customer.email'])
    .$if(status !== undefined, (all) => all.where('orders.status', '=', status as OrderStatus))
    .orderBy('orders.id', 'desc')
    .limit(50)
    .execute()
}
