import type { Database } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import { transitions } from './lifecycle.ts'
import { isInPhase } from './statuses.ts'

/** Instants: the first counts, the second does not. */
export interface TimeRange {
  from: Date
  until: Date
}

/** What was bought in a span of time: orders paid in it, without those that were ended since. */
export interface SalesSummary {
  orderCount: number
  revenueCents: number
  prescriptionOrderCount: number
}

export interface PaidOrder {
  id: number
  status: OrderStatus
  paidAt: Date
  totalCents: number
  hasPrescription: boolean
}

/** What orders come to, without those that were ended. */
export function summarizeSales(orders: PaidOrder[]): SalesSummary {
  const nonVoidOrders = orders.filter(({ status }) => !isInPhase(status, 'void'))
  return {
    orderCount: nonVoidOrders.length,
    revenueCents: nonVoidOrders.reduce((sum, { totalCents }) => sum + totalCents, 0),
    prescriptionOrderCount: nonVoidOrders.filter(({ hasPrescription }) => hasPrescription).length,
  }
}

/** Statuses after the payment whose time is measured. */
export const timedStatuses = [transitions.pick.to, transitions.dispatch.to, transitions.deliver.to] as const
export type TimedStatus = (typeof timedStatuses)[number]

export type OrderReportQueries = ReturnType<typeof createOrderReportQueries>

/** The figures of a day's orders. */
export function createOrderReportQueries({ db }: Pick<Database, 'db'>) {
  return { listPaidOrders, loadSalesSummary, listPaymentTimes, listMinutesToStatus }

  /** The orders paid in a span, the newest first; those that were ended since have that status. */
  async function listPaidOrders({ from, until }: TimeRange): Promise<PaidOrder[]> {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'status', 'paid_at', 'total_cents'])
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
    return rows.map(({ id, status, paid_at, total_cents, is_prescribed }) => ({
      id,
      status,
      paidAt: new Date(paid_at ?? 0),
      totalCents: total_cents,
      hasPrescription: Boolean(is_prescribed),
    }))
  }

  async function loadSalesSummary(range: TimeRange): Promise<SalesSummary> {
    return summarizeSales(await listPaidOrders(range))
  }

  /** When each of those orders was paid. */
  async function listPaymentTimes({ from, until }: TimeRange): Promise<Date[]> {
    const rows = await db
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
  async function listMinutesToStatus(status: TimedStatus, { from, until }: TimeRange): Promise<number[]> {
    const rows = await db
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
}
