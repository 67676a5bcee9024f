import type { OrderStatus } from '../database/schema.ts'
import type { CancellationRequest } from '../orders/fulfilment-queue.ts'
import type { OrderPromise } from '../orders/order.ts'
import type { OrderNet } from '../orders/order-net.ts'
import { phaseOf } from '../orders/statuses.ts'
import type { TillEntry } from '../orders/till-entries.ts'
import { ShopError } from '../platform/errors.ts'
import { toSeenHash } from '../platform/seen-state.ts'

interface OrderState extends OrderPromise {
  status: OrderStatus
  fiscalKey: string | null
}

type RequestState = Omit<CancellationRequest, 'orderId'> | null

/**
 * What each form about an order shows of it. The page sends it back as it was then; the form's verb makes it again of the
 * order that it has locked, and compares.
 */
export const seenOrder = {
  status: ({ status }: Pick<OrderState, 'status'>) => toSeenHash(status),
  request: ({ status }: Pick<OrderState, 'status'>, request: RequestState) =>
    toSeenHash([status, request && [request.reason, request.requestedBy, request.requestedAt, request.answer]]),
  fiscalKey: ({ fiscalKey }: Pick<OrderState, 'fiscalKey'>) => toSeenHash(fiscalKey),
  /** With the total, since the till's figures are to have it. */
  tillEntry: (tillEntry: TillEntry | null, { keptCents }: Pick<OrderNet, 'keptCents'>) =>
    toSeenHash([tillEntry?.at, keptCents]),
  promise: ({ status, revisedPromiseAt, deliveryPromise }: OrderState) =>
    toSeenHash([phaseOf(status), revisedPromiseAt, deliveryPromise?.to]),
  /** The newest of an e-mail and its copies: each time that it is sent again there is one more. */
  newestCopy: (emailId: number) => toSeenHash(emailId),
}

/** @param seenHash as the form sent it; undefined for a program, whose calls do not say what they saw */
export function assertOrderSeen(current: string, seenHash: string | undefined, { status }: Pick<OrderState, 'status'>) {
  if (seenHash !== undefined && seenHash !== current) throw new ShopError('order.changed', { status })
}
