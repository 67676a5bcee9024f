import type { TransactionContext } from '../context.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'

/** Minutes after the order is placed at which it reaches each status. */
const minutesAfterPlacingByStatus: Partial<Record<OrderStatus, number>> = {
  pending_payment: 0,
  paid: 2,
  prescription_review: 2,
  preparing: 6,
  ready_for_pickup: 14,
  out_for_delivery: 15,
  delivered: 31,
  cancelled: 9,
  refunded: 90,
  expired: 30,
  failed: 4,
}

const statusHistoryByStatus: Record<OrderStatus, OrderStatus[]> = {
  pending_payment: ['pending_payment'],
  paid: ['pending_payment', 'paid'],
  prescription_review: ['pending_payment', 'paid', 'prescription_review'],
  preparing: ['pending_payment', 'paid', 'preparing'],
  ready_for_pickup: ['pending_payment', 'paid', 'preparing', 'ready_for_pickup'],
  out_for_delivery: ['pending_payment', 'paid', 'preparing', 'out_for_delivery'],
  delivered: ['pending_payment', 'paid', 'preparing', 'out_for_delivery', 'delivered'],
  cancelled: ['pending_payment', 'paid', 'cancelled'],
  refunded: ['pending_payment', 'paid', 'preparing', 'out_for_delivery', 'delivered', 'refunded'],
  expired: ['pending_payment', 'expired'],
  failed: ['pending_payment', 'failed'],
}

/** What brought an order to each status, and who. */
const eventByStatus: Record<OrderStatus, Pick<Row<'order_event'>, 'kind' | 'actor_kind'>> = {
  pending_payment: { kind: 'place', actor_kind: 'customer' },
  paid: { kind: 'pay', actor_kind: 'bank' },
  prescription_review: { kind: 'review', actor_kind: 'bank' },
  preparing: { kind: 'pick', actor_kind: 'staff' },
  ready_for_pickup: { kind: 'setAside', actor_kind: 'staff' },
  out_for_delivery: { kind: 'dispatch', actor_kind: 'staff' },
  delivered: { kind: 'deliver', actor_kind: 'staff' },
  cancelled: { kind: 'cancel', actor_kind: 'staff' },
  refunded: { kind: 'refund', actor_kind: 'staff' },
  expired: { kind: 'expire', actor_kind: 'job' },
  failed: { kind: 'fail', actor_kind: 'bank' },
}

/** A product, and what a shopper pays for one. */
export interface OrderedProduct {
  id: number
  name: string
  price_cents: number
  requires_prescription: 0 | 1
}

interface OrderInput {
  idempotencyKey: string
  status: OrderStatus
  customerId: number
  address: { id: number; [field: string]: number | string }
  lines: (OrderedProduct & { quantity: number })[]
  placedAt: Date
}

/** An order of the first branch with its lines and how it came to its status. Changes neither stock nor sales. */
export async function insertOrder(
  ctx: TransactionContext,
  { idempotencyKey, status, customerId, address, lines, placedAt }: OrderInput,
): Promise<{ id: number; totalCents: number; isPaid: boolean }> {
  const totalCents = lines.reduce((sum, { price_cents, quantity }) => sum + price_cents * quantity, 0)
  const isPaid = statusHistoryByStatus[status].includes('paid')
  const { id } = await ctx.db
    .insertInto('orders')
    .values({
      customer_id: customerId,
      idempotency_key: idempotencyKey,
      status,
      branch_id: 1,
      delivery_address_id: address.id,
      delivery_address: JSON.stringify(address),
      items_cents: totalCents,
      discount_cents: 0,
      coupon_code: null,
      coupon_title: null,
      coupon_discount_cents: 0,
      delivery_charge_cents: 0,
      total_cents: totalCents,
      note: '',
      placed_at: placedAt.toISOString(),
      payment_due_at: addMinutes(placedAt, 30).toISOString(),
      paid_at: isPaid ? addMinutes(placedAt, 2).toISOString() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('order_line')
    .values(
      lines.map((line) => ({
        order_id: id,
        product_id: line.id,
        name: line.name,
        quantity: line.quantity,
        full_price_cents: line.price_cents,
        price_cents: line.price_cents,
        requires_prescription: line.requires_prescription,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('order_event')
    .values(
      statusHistoryByStatus[status].map((reachedStatus) => ({
        order_id: id,
        ...eventByStatus[reachedStatus],
        actor_id: reachedStatus === 'pending_payment' ? customerId : null,
        actor_name: null,
        actor_crf: null,
        status: reachedStatus,
        at: addMinutes(placedAt, minutesAfterPlacingByStatus[reachedStatus] ?? 0).toISOString(),
        data: '{}',
      })),
    )
    .execute()
  return { id, totalCents, isPaid }
}
