import type { Context } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'

export function selectOrdersOfCustomer(ctx: Context, customerId: number) {
  return ctx.db.selectFrom('orders').selectAll().where('customer_id', '=', customerId).orderBy('id', 'desc')
}

export function selectOrderLines(ctx: Context, orderIds: number[]) {
  return ctx.db.selectFrom('order_line').selectAll().where('order_id', 'in', orderIds).orderBy('product_id').execute()
}

export function selectBoughtProducts(ctx: Context, customerId: number) {
  return ctx.db
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
export function selectNewestOrders(ctx: Context, status: string | undefined) {
  return ctx.db
    .selectFrom('orders')
    .selectAll()
    .$if(status !== undefined, (qb) => qb.where('status', '=', status as OrderStatus))
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}
