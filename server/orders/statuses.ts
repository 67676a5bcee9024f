import type { OrderStatus } from '../database/schema.ts'
import type { Order } from './order.ts'

/** The statuses of an order that goes well, in sequence; not among them: expired, failed, cancelled, refunded. */
export const usualSteps = [
  'pending_payment',
  'paid',
  'prescription_review',
  'preparing',
  'out_for_delivery',
  'delivered',
] as const satisfies OrderStatus[]

/** A status's position in that sequence; the other final statuses rank after it. */
export function rank(status: OrderStatus): number {
  const at = (usualSteps as readonly OrderStatus[]).indexOf(status)
  return at < 0 ? usualSteps.length : at
}

/** The remaining statuses until delivery; empty for an order that has ended. */
export function stepsAhead({ status, lines }: Pick<Order, 'status' | 'lines'>): OrderStatus[] {
  const isReviewed = lines.some(({ requiresPrescription }) => requiresPrescription)
  return usualSteps.slice(rank(status) + 1).filter((step) => step !== 'prescription_review' || isReviewed)
}

/** Final statuses. */
export const endedStatuses: OrderStatus[] = ['delivered', 'expired', 'failed', 'cancelled', 'refunded']

/** Whether an order ended without delivery, or was refunded. */
export function isOver(status: OrderStatus): boolean {
  return ['expired', 'failed', 'cancelled', 'refunded'].includes(status)
}

/** Paid, and not given to a courier yet. */
export const inTheShop: OrderStatus[] = ['paid', 'prescription_review', 'preparing']

export function hasLeftTheShop(status: OrderStatus): boolean {
  return status === 'out_for_delivery' || status === 'delivered'
}
