import type { Context } from '../context.ts'
import { transitions } from './lifecycle.ts'
import { attachNets } from './order-net-loader.ts'
import { type PaidOrder, type SalesSummary, summarizeSales } from './sales-figures.ts'
import { isInPhase } from './statuses.ts'

/** Instants: the first counts, the second does not. */
export interface TimeRange {
  from: Date
  until: Date
}

/** Statuses after the payment whose time is measured. */
export const timedStatuses = [transitions.pick.to, transitions.dispatch.to, transitions.deliver.to] as const
export type TimedStatus = (typeof timedStatuses)[number]

/** The orders paid in a span, the newest first; those that were ended since have that status. */
export async function listPaidOrders(ctx: Context, { from, until }: TimeRange): Promise<PaidOrder[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'status', 'paid_at', 'total_cents', 'balance_cents'])
    .select(['delivery_charge_cents', 'delivery_refunded_cents'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('order_line')
            .select('order_id')
            .whereRef('order_id', '=', 'orders.id')
            .where('requires_prescription', '=', 1),
        )
        .as('is_prescribed'),
    )
    .where('paid_at', '>=', from.toISOString())
    .where('paid_at', '<', until.toISOString())
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return (await attachNets(ctx, rows)).map(({ id, status, paid_at, is_prescribed, net }) => ({
    id,
    status,
    paidAt: new Date(paid_at ?? 0),
    isKept: net.units > 0 && !isInPhase(status, 'void'),
    netCents: net.netCents,
    hasPrescription: Boolean(is_prescribed),
  }))
}

export async function loadSalesSummary(ctx: Context, range: TimeRange): Promise<SalesSummary> {
  return summarizeSales(await listPaidOrders(ctx, range))
}

/** When each of those orders was paid. */
export async function listPaymentTimes(ctx: Context, { from, until }: TimeRange): Promise<Date[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['paid_at', 'status'])
    .where('paid_at', '>=', from.toISOString())
    .where('paid_at', '<', until.toISOString())
    .execute()
  return rows.flatMap(({ paid_at, status }) =>
    paid_at === null || isInPhase(status, 'void') ? [] : [new Date(paid_at)],
  )
}

/**
 * Minutes from the payment until a status, of the orders that reached it in that time. 'preparing' counts only where a
 * prescription was reviewed: then it is the approval.
 */
export async function listMinutesToStatus(
  ctx: Context,
  status: TimedStatus,
  { from, until }: TimeRange,
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('order_event as reached')
    .innerJoin('orders', 'orders.id', 'reached.order_id')
    .select(['reached.at as reached_at', 'paid_at'])
    .where('reached.status', '=', status)
    .where('reached.at', '>=', from.toISOString())
    .where('reached.at', '<', until.toISOString())
    .where('paid_at', 'is not', null)
    .$if(status === 'preparing', (qb) =>
      qb.where((eb) =>
        eb.exists(
          eb
            .selectFrom('order_event as reviewed')
            .select('reviewed.order_id')
            .whereRef('reviewed.order_id', '=', 'orders.id')
            .where('reviewed.status', '=', 'prescription_review'),
        ),
      ),
    )
    .execute()
  return rows.map(({ reached_at, paid_at }) => (Date.parse(reached_at) - Date.parse(paid_at ?? '')) / 60_000)
}
