import type { OrderStatus } from '../database/schema.ts'

/**
 * Where an order's goods are: `unpaid` and reserved, in the `shop`, `inTransit`, with the customer (`done`), or nowhere, since
 * the order is `void`: it ended without a purchase. Every list of statuses follows from it.
 */
const phaseByStatus = {
  pending_payment: 'unpaid',
  paid: 'shop',
  prescription_review: 'shop',
  preparing: 'shop',
  ready_for_pickup: 'shop',
  out_for_delivery: 'inTransit',
  delivered: 'done',
  expired: 'void',
  failed: 'void',
  cancelled: 'void',
  refunded: 'void',
} as const satisfies Record<OrderStatus, string>

export type OrderPhase = (typeof phaseByStatus)[OrderStatus]

type StatusIn<P extends OrderPhase> = {
  [Status in OrderStatus]: (typeof phaseByStatus)[Status] extends P ? Status : never
}[OrderStatus]

export function phaseOf(status: OrderStatus): OrderPhase {
  return phaseByStatus[status]
}

export function isInPhase(status: OrderStatus, ...expectedPhases: OrderPhase[]): boolean {
  return expectedPhases.includes(phaseByStatus[status])
}

/** The statuses in these phases, in the sequence of an order that goes well. */
export function listStatusesIn<P extends OrderPhase>(...expectedPhases: P[]): StatusIn<P>[] {
  return (Object.keys(phaseByStatus) as StatusIn<P>[]).filter((status) => isInPhase(status, ...expectedPhases))
}

type OrderType = 'delivery' | 'pickup'

const otherTypesStatus: Record<OrderType, OrderStatus> = { delivery: 'ready_for_pickup', pickup: 'out_for_delivery' }

/** The statuses of an order of this type that goes well, in sequence. */
export function listHappyPathStatuses(type: OrderType): OrderStatus[] {
  return listStatusesIn('unpaid', 'shop', 'inTransit', 'done').filter((status) => status !== otherTypesStatus[type])
}

/** The remaining statuses until delivery; empty for an order that has ended. */
export function listRemainingStatuses({
  status,
  type,
  lines,
}: {
  status: OrderStatus
  type: OrderType
  lines: { requiresPrescription: boolean }[]
}): OrderStatus[] {
  if (isInPhase(status, 'void')) return []
  const needsReview = lines.some(({ requiresPrescription }) => requiresPrescription)
  const statuses = listHappyPathStatuses(type)
  // One that is paid waits for no review any more: it was sent there with its payment.
  const isReviewAhead = needsReview && status === 'pending_payment'
  return statuses
    .slice(statuses.indexOf(status) + 1)
    .filter((candidate) => isReviewAhead || candidate !== 'prescription_review')
}
