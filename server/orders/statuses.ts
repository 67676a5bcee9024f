import type { OrderStatus } from '../database/schema.ts'
import type { Order } from './order.ts'

/**
 * Where an order's goods are: `unpaid` and reserved, in the `shop`, on the `road`, with the customer (`done`), or nowhere, since
 * the order is `over` without a purchase. Every list of statuses follows from it.
 */
const phaseOf = {
  pending_payment: 'unpaid',
  paid: 'shop',
  prescription_review: 'shop',
  preparing: 'shop',
  out_for_delivery: 'road',
  delivered: 'done',
  expired: 'over',
  failed: 'over',
  cancelled: 'over',
  refunded: 'over',
} as const satisfies Record<OrderStatus, string>

export type Phase = (typeof phaseOf)[OrderStatus]

export function isIn(status: OrderStatus, ...phases: Phase[]): boolean {
  return phases.includes(phaseOf[status])
}

export function statusesIn(...phases: Phase[]): OrderStatus[] {
  return (Object.keys(phaseOf) as OrderStatus[]).filter((status) => isIn(status, ...phases))
}

/** The statuses of an order that goes well, in sequence. */
export const usualSteps = statusesIn('unpaid', 'shop', 'road', 'done')

/** The remaining statuses until delivery; empty for an order that has ended. */
export function stepsAhead({ status, lines }: Pick<Order, 'status' | 'lines'>): OrderStatus[] {
  if (isIn(status, 'over')) return []
  const isReviewed = lines.some(({ requiresPrescription }) => requiresPrescription)
  return usualSteps.slice(usualSteps.indexOf(status) + 1).filter((step) => step !== 'prescription_review' || isReviewed)
}
