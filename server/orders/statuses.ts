import type { OrderStatus } from '../database/schema.ts'
import type { Order } from './order.ts'

/** The way of an order that goes well; the ends that don't come last. */
export const usualSteps = [
  'pending_payment',
  'paid',
  'prescription_review',
  'preparing',
  'out_for_delivery',
  'delivered',
] as const satisfies OrderStatus[]

/** Where a status stands on that way; an end that is not its goal stands behind it all. */
export function rank(status: OrderStatus): number {
  const at = (usualSteps as readonly OrderStatus[]).indexOf(status)
  return at < 0 ? usualSteps.length : at
}

/** What an order still goes through until it is delivered; nothing where it has ended. */
export function stepsAhead({ status, lines }: Pick<Order, 'status' | 'lines'>): OrderStatus[] {
  const isReviewed = lines.some(({ requiresPrescription }) => requiresPrescription)
  return usualSteps.slice(rank(status) + 1).filter((step) => step !== 'prescription_review' || isReviewed)
}

/** Nothing happens to an order any more. */
export const endedStatuses: OrderStatus[] = ['delivered', 'expired', 'failed', 'cancelled', 'refunded']

/** An order that came to nothing. */
export function isOver(status: OrderStatus): boolean {
  return ['expired', 'failed', 'cancelled', 'refunded'].includes(status)
}

export function hasLeftTheShop(status: OrderStatus): boolean {
  return status === 'out_for_delivery' || status === 'delivered'
}
