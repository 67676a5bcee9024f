import type { Context } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'

export function selectOrdersOfCustomer(ctx: Context, customerId: number) {
  return ctx.db.selectFrom('orders').selectAll().where('customerId', '=', customerId).orderBy('id', 'desc')
}

export function selectOrderLines(ctx: Context, orderIds: number[]) {
  return ctx.db.selectFrom('orderLine').selectAll().where('orderId', 'in', orderIds).orderBy('productId').execute()
}

export function selectBoughtProducts(ctx: Context, customerId: number) {
  return ctx.db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select('productId')
    .where('customerId', '=', customerId)
    .where('paidAt', 'is not', null)
    .groupBy('productId')
    .orderBy((eb) => eb.fn.max('orderId'), 'desc')
    .orderBy('productId')
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
