import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { LinePromotion } from './order-net.ts'
import type { TimeRange } from './sales-figures.ts'

export function selectOrdersOfCustomer(ctx: Context, customerId: number) {
  return ctx.db.selectFrom('orders').selectAll().where('customerId', '=', customerId).orderBy('id', 'desc')
}

/** With what promotions and its product's own discount took off each line. */
export function selectOrderLines(ctx: Context, orderIds: number[]) {
  return ctx.db
    .selectFrom('orderLine')
    .selectAll()
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('orderLineDiscount')
            .select((each) => each.fn.sum<number>('cents').as('cents'))
            .whereRef('orderLineDiscount.orderId', '=', 'orderLine.orderId')
            .whereRef('orderLineDiscount.productId', '=', 'orderLine.productId'),
          sql<number>`0`,
        )
        .as('discountCents'),
    )
    .where('orderId', 'in', orderIds)
    .orderBy('productId')
    .execute()
}

/** Of orders, what the bag's promotions took off: without the products' own discounts. */
export function selectLinePromotions(ctx: Context, orderIds: number[]) {
  return ctx.db
    .selectFrom('orderLineDiscount')
    .selectAll()
    .where('orderId', 'in', orderIds)
    .where('promotionId', '>', 0)
    .orderBy('promotionId')
    .execute()
}

/** Of each order, what each promotion took off all of its lines, the greatest first. */
export async function sumPromotions(ctx: Context, orderIds: number[]): Promise<Map<number, LinePromotion[]>> {
  const promotions = new Map<number, LinePromotion[]>()
  if (orderIds.length === 0) return promotions
  const rows = await ctx.db
    .selectFrom('orderLineDiscount')
    .select(({ fn }) => ['orderId', 'title', fn.sum<number>('units').as('units'), fn.sum<number>('cents').as('cents')])
    .where('orderId', 'in', orderIds)
    .where('promotionId', '>', 0)
    .groupBy(['orderId', 'title'])
    .orderBy('cents', 'desc')
    .orderBy('title')
    .execute()
  for (const { orderId, title, units, cents } of rows)
    promotions.set(orderId, [...(promotions.get(orderId) ?? []), { title, units: Number(units), cents: Number(cents) }])
  return promotions
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

/**
 * The orders paid in a range, with what a sale tells of them, the oldest payment first.
 * @param afterId of those paid at the range's first instant, the ones up to this id are left out: where a page ended, the next begins
 */
export function selectPaidOrders(ctx: Context, { from, until }: TimeRange, afterId: number) {
  return ctx.db
    .selectFrom('orders')
    .select(['id', 'status', 'branchId', 'paidAt', 'itemsCents', 'discountCents', 'couponDiscountCents'])
    .select(['doorMeans', 'shortPickedCents'])
    .select(['deliveryFeeCents', 'deliveryRefundedCents', 'totalCents', 'balanceCents', 'fiscalKey'])
    .where('paidAt', '>=', from)
    .where('paidAt', '<', until)
    .where((eb) => eb.or([eb('paidAt', '>', from), eb('id', '>', afterId)]))
    .orderBy('paidAt')
    .orderBy('id')
}
