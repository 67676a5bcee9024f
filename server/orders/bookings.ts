import type { TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import type { Booking } from '../delivery/kept-bookings.ts'
import { endOfOpenDay, isOpenUntil, type OpeningHours } from '../delivery/opening-hours.ts'
import { listStatusesIn } from './statuses.ts'

/** What a branch has promised to the orders that have not left it. */
export async function listBookings(ctx: TransactionContext, branchId: number): Promise<Booking[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'orderType', 'status', 'deliveryAddress', 'promiseStartsAt', 'promiseEndsAt', 'revisedPromiseAt'])
    .select('pickupEndsAt')
    .where('branchId', '=', branchId)
    .where('status', 'in', listStatusesIn('unpaid', 'shop'))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    orderId: row.id,
    type: row.orderType,
    deliveryPromise: toPromise(row),
    keptUntil: row.status === 'ready_for_pickup' ? row.pickupEndsAt : null,
    zipcode: row.orderType === 'pickup' ? null : (JSON.parse(row.deliveryAddress).zipcode ?? null),
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
      .set({ pickupEndsAt: endOfOpenDay(keptUntil, hours) })
      .where('id', '=', orderId)
      .execute()
  }
}

function toPromise({
  promiseStartsAt: from,
  promiseEndsAt: to,
  revisedPromiseAt,
}: Pick<Row<'orders'>, 'promiseStartsAt' | 'promiseEndsAt' | 'revisedPromiseAt'>): Booking['deliveryPromise'] {
  if (revisedPromiseAt !== null) return { from: null, to: revisedPromiseAt }
  return to === null ? null : { from, to }
}
