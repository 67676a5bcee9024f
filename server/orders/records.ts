import type { Database } from '../database/connection.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import type { Order, OrderLine } from './order.ts'
import { selectLines, selectNewestOrders, selectOrders, selectStatusHistory } from './orders.sql.ts'
import { rank } from './statuses.ts'

export type Records = ReturnType<typeof openRecords>

/** Reads orders, for the customer and the operator. */
export function openRecords({ query }: Database) {
  return {
    findOrder,
    findByIdempotencyKey,
    listOrders,
    countDelivered,
    statusHistoryOf,
    listForOperator,
    findForOperator,
  }

  /** @throws ShopError "order.unknown" for an id that is unknown or another customer's */
  async function findOrder(customerId: number, id: number): Promise<Order> {
    const row = await selectOrders(query, customerId).where('orders.id', '=', id).executeTakeFirst()
    if (!row) throw new ShopError('order.unknown')
    return withLines(row)
  }

  async function findByIdempotencyKey(customerId: number, submissionKey: string): Promise<Order | null> {
    const row = await selectOrders(query, customerId).where('submission_key', '=', submissionKey).executeTakeFirst()
    return row ? withLines(row) : null
  }

  /** Newest first. */
  async function listOrders(customerId: number): Promise<Order[]> {
    const rows = await selectOrders(query, customerId).execute()
    if (rows.length === 0) return []
    const lines = await selectLines(
      query,
      rows.map((row) => row.id),
    )
    return rows.map((row) => order(row, lines))
  }

  async function countDelivered(customerId: number): Promise<number> {
    const { count } = await query
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .where('status', '=', 'delivered')
      .executeTakeFirstOrThrow()
    return count
  }

  /** The statuses an order went through, in order. */
  async function statusHistoryOf(orderId: number): Promise<{ status: OrderStatus; reachedAt: Date }[]> {
    const steps = await selectStatusHistory(query, orderId)
    return steps
      .map((step) => ({ status: step.status, reachedAt: new Date(step.reached_at) }))
      .sort((a, b) => rank(a.status) - rank(b.status))
  }

  /** The newest 50 orders of all customers, with one status or any, without lines. */
  async function listForOperator(status?: string) {
    const rows = await selectNewestOrders(query, status)
    return rows.map((row) => ({
      id: row.id,
      status: row.status,
      placedAt: new Date(row.placed_at),
      totalCents: row.total_cents,
      email: row.email,
    }))
  }

  /** Any customer's order; null for an unknown id. */
  async function findForOperator(id: number): Promise<Order | null> {
    const row = await query.selectFrom('orders').select('customer_id').where('id', '=', id).executeTakeFirst()
    return row ? findOrder(row.customer_id, id) : null
  }

  async function withLines(row: OrderRow): Promise<Order> {
    return order(row, await selectLines(query, [row.id]))
  }
}

type OrderRow = Row<'orders'> & { prescription_id: number | null; prescription_reason: string | null }
type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

function order(row: OrderRow, lines: LineRow[]): Order {
  return {
    id: row.id,
    customerId: row.customer_id,
    status: row.status,
    branchId: row.branch_id,
    addressId: row.delivery_address_id,
    address: JSON.parse(row.delivery_address),
    itemsCents: row.items_cents,
    discountCents: row.discount_cents,
    couponCode: row.coupon_code,
    couponTitle: row.coupon_title,
    couponDiscountCents: row.coupon_discount_cents,
    deliveryChargeCents: row.delivery_charge_cents,
    totalCents: row.total_cents,
    note: row.note,
    isScheduled: row.is_scheduled === 1,
    appVersion: row.app_version,
    gainIds: JSON.parse(row.gain_ids),
    prescriptionId: row.prescription_id,
    prescriptionRefusal: row.prescription_reason,
    placedAt: new Date(row.placed_at),
    paymentDueAt: new Date(row.payment_due_at),
    paidAt: row.paid_at === null ? null : new Date(row.paid_at),
    lines: lines.filter((line) => line.order_id === row.id).map(orderLine),
  }
}

function orderLine(row: LineRow): OrderLine {
  return {
    productId: row.product_id,
    name: row.name,
    quantity: row.quantity,
    fullPriceCents: row.full_price_cents,
    priceCents: row.price_cents,
    requiresPrescription: row.requires_prescription === 1,
    isPbm: row.is_pbm === 1,
    slug: row.slug,
    pictureKey: row.picture_key,
  }
}
