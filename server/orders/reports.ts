import type { Context } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import { transitions } from './lifecycle.ts'
import { attachNets } from './order-net-loader.ts'
import { type PaidOrder, type SalesSummary, summarizeSales, type TimeRange } from './sales-figures.ts'
import { isInPhase } from './statuses.ts'

/** Steps after the payment whose time is measured: a prescription's approval, and statuses. */
export const timedSteps = ['approve', transitions.dispatch.to, transitions.deliver.to] as const
export type TimedStep = (typeof timedSteps)[number]

/** The orders paid in a span, the newest first; those that were ended since have that status. */
export async function listPaidOrders(ctx: Context, { from, until }: TimeRange): Promise<PaidOrder[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'status', 'paidAt', 'totalCents', 'balanceCents', 'doorMeans', 'shortPickedCents'])
    .select(['deliveryFeeCents', 'deliveryRefundedCents'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('orderLine')
            .select('orderId')
            .whereRef('orderId', '=', 'orders.id')
            .where('requiresPrescription', '=', true),
        )
        .as('isPrescribed'),
    )
    .where('paidAt', '>=', from)
    .where('paidAt', '<', until)
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return (await attachNets(ctx, rows)).map(({ id, status, paidAt, isPrescribed, net }) => ({
    id,
    status,
    paidAt: new Date(paidAt ?? 0),
    isKept: net.units > 0 && !isInPhase(status, 'void'),
    netCents: net.netCents,
    hasPrescription: Boolean(isPrescribed),
  }))
}

export async function loadSalesSummary(ctx: Context, range: TimeRange): Promise<SalesSummary> {
  return summarizeSales(await listPaidOrders(ctx, range))
}

/** When each of those orders was paid. */
export async function listPaymentTimes(ctx: Context, { from, until }: TimeRange): Promise<Date[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['paidAt', 'status'])
    .where('paidAt', '>=', from)
    .where('paidAt', '<', until)
    .execute()
  return rows.flatMap(({ paidAt, status }) => (paidAt === null || isInPhase(status, 'void') ? [] : [paidAt]))
}

/**
 * Minutes from the payment until a step, of the orders that took it in that time.
 */
export async function listMinutesToStep(ctx: Context, step: TimedStep, { from, until }: TimeRange): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('orderEvent as reached')
    .innerJoin('orders', 'orders.id', 'reached.orderId')
    .select(['reached.at as reachedAt', 'paidAt'])
    .$if(step === 'approve', (qb) => qb.where('reached.kind', '=', 'approve'))
    .$if(step !== 'approve', (qb) => qb.where('reached.status', '=', step as OrderStatus))
    .where('reached.at', '>=', from)
    .where('reached.at', '<', until)
    .where('paidAt', 'is not', null)
    .execute()
  return rows.map(({ reachedAt, paidAt }) => (reachedAt.getTime() - Number(paidAt)) / 60_000)
}
