import type { Database } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import { isOver } from './statuses.ts'

/** Instants: the first counts, the second does not. */
export interface Span {
  from: Date
  until: Date
}

/** What was bought in a span of time: orders paid in it, without those that were ended since. */
export interface Sales {
  orders: number
  revenueCents: number
  withPrescription: number
}

/** Steps after the payment whose time is measured. */
export type TimedStep = 'preparing' | 'out_for_delivery' | 'delivered'

export type OrderFigures = ReturnType<typeof openOrderFigures>

/** The figures of a day's orders. */
export function openOrderFigures({ query }: Pick<Database, 'query'>) {
  return { salesIn, paymentTimes, minutesUntil }

  async function salesIn({ from, until }: Span): Promise<Sales> {
    const rows = await query
      .selectFrom('orders')
      .select(['status', 'total_cents'])
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
      .execute()
    const kept = rows.filter(({ status }) => !isOver(status))
    return {
      orders: kept.length,
      revenueCents: kept.reduce((sum, { total_cents }) => sum + total_cents, 0),
      withPrescription: kept.filter(({ is_prescribed }) => Boolean(is_prescribed)).length,
    }
  }

  /** When each of those orders was paid. */
  async function paymentTimes({ from, until }: Span): Promise<Date[]> {
    const rows = await query
      .selectFrom('orders')
      .select(['paid_at', 'status'])
      .where('paid_at', '>=', from.toISOString())
      .where('paid_at', '<', until.toISOString())
      .execute()
    return rows.flatMap(({ paid_at, status }) => (paid_at === null || isOver(status) ? [] : [new Date(paid_at)]))
  }

  /**
   * Minutes from the payment until a step, of the orders that took it in that time. 'preparing' counts only where a
   * prescription was reviewed: then it is the approval.
   */
  async function minutesUntil(step: TimedStep, { from, until }: Span): Promise<number[]> {
    const rows = await query
      .selectFrom('order_status_history as reached')
      .innerJoin('orders', 'orders.id', 'reached.order_id')
      .select(['reached_at', 'paid_at'])
      .where('reached.status', '=', step as OrderStatus)
      .where('reached_at', '>=', from.toISOString())
      .where('reached_at', '<', until.toISOString())
      .where('paid_at', 'is not', null)
      .$if(step === 'preparing', (all) =>
        all.where((eb) =>
          eb.exists(
            eb
              .selectFrom('order_status_history as reviewed')
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
