import type { TransactionContext } from '../context.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'

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

const eventByStatus: Record<OrderStatus, Pick<Row<'orderEvent'>, 'kind' | 'actorKind'>> = {
  pending_payment: { kind: 'place', actorKind: 'customer' },
  paid: { kind: 'pay', actorKind: 'bank' },
  prescription_review: { kind: 'review', actorKind: 'bank' },
  preparing: { kind: 'pick', actorKind: 'staff' },
  ready_for_pickup: { kind: 'setAside', actorKind: 'staff' },
  out_for_delivery: { kind: 'dispatch', actorKind: 'staff' },
  delivered: { kind: 'deliver', actorKind: 'staff' },
  cancelled: { kind: 'cancel', actorKind: 'staff' },
  refunded: { kind: 'refund', actorKind: 'staff' },
  expired: { kind: 'expire', actorKind: 'job' },
  failed: { kind: 'fail', actorKind: 'bank' },
}

/** A product, and what a shopper pays for one. */
export interface OrderedProduct {
  id: number
  name: string
  priceCents: number
  requiresPrescription: boolean
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
  const totalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const isPaid = statusHistoryByStatus[status].includes('paid')
  const { id } = await ctx.db
    .insertInto('orders')
    .values({
      customerId,
      idempotencyKey,
      status,
      branchId: 1,
      deliveryAddressId: address.id,
      deliveryAddress: JSON.stringify(address),
      itemsCents: totalCents,
      discountCents: 0,
      couponCode: null,
      couponTitle: null,
      couponDiscountCents: 0,
      deliveryFeeCents: 0,
      totalCents,
      note: '',
      cashbackPercent: ctx.settings.profile.cashbackPercent,
      placedAt,
      paymentDueAt: addMinutes(placedAt, 30),
      paidAt: isPaid ? addMinutes(placedAt, 2) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('orderLine')
    .values(
      lines.map((line) => ({
        orderId: id,
        productId: line.id,
        name: line.name,
        quantity: line.quantity,
        fullPriceCents: line.priceCents,
        requiresPrescription: line.requiresPrescription,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('orderEvent')
    .values(
      statusHistoryByStatus[status].map((reachedStatus) => ({
        orderId: id,
        ...eventByStatus[reachedStatus],
        actorId: reachedStatus === 'pending_payment' ? customerId : null,
        actorName: null,
        actorCrf: null,
        status: reachedStatus,
        at: addMinutes(placedAt, minutesAfterPlacingByStatus[reachedStatus] ?? 0),
        data: '{}',
      })),
    )
    .execute()
  return { id, totalCents, isPaid }
}
