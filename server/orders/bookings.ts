import type { TransactionContext } from '../context.ts'
import type { Booking } from '../delivery/kept-bookings.ts'
import { endOfOpenDay, isOpenUntil, type OpeningHours } from '../delivery/opening-hours.ts'
import { listStatusesIn } from './statuses.ts'

/** What a branch has promised to the orders that have not left it. */
export async function listBookings(ctx: TransactionContext, branchId: number): Promise<Booking[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'order_type', 'status', 'delivery_address', 'promised_from', 'promised_to', 'new_promise_at'])
    .select('pickup_until')
    .where('branch_id', '=', branchId)
    .where('status', 'in', listStatusesIn('unpaid', 'shop'))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    orderId: row.id,
    type: row.order_type,
    deliveryPromise: toPromise(row),
    keptUntil: row.status === 'ready_for_pickup' && row.pickup_until !== null ? new Date(row.pickup_until) : null,
    zipcode: row.order_type === 'pickup' ? null : (JSON.parse(row.delivery_address).zipcode ?? null),
  }))
}

/** Orders that would be kept until an instant at which the store is closed are kept until the end of its next open day. */
export async function extendPickupDeadlines(
  ctx: TransactionContext,
  branchId: number,
  hours: OpeningHours,
): Promise<void> {
  for (const { orderId, keptUntil } of await listBookings(ctx, branchId)) {
    if (!keptUntil || isOpenUntil(keptUntil, hours)) continue
    await ctx.db
      .updateTable('orders')
      .set({ pickup_until: endOfOpenDay(keptUntil, hours).toISOString() })
      .where('id', '=', orderId)
      .execute()
  }
}

function toPromise(row: {
  promised_from: string | null
  promised_to: string | null
  new_promise_at: string | null
}): Booking['deliveryPromise'] {
  if (row.new_promise_at !== null) return { from: null, to: new Date(row.new_promise_at) }
  if (row.promised_to === null) return null
  return { from: row.promised_from === null ? null : new Date(row.promised_from), to: new Date(row.promised_to) }
}
