import type { OrderEvent } from '../orders/events.ts'
import type { PlacedOrder } from '../orders/order-queries.ts'

/** Why a customer writes about an order; the contract's words. */
export const problemKinds = ['cancel', 'withdraw', 'missing', 'wrong', 'damaged', 'late', 'other'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** `draft` until it is sent, `open` while the shop owes an answer, `asked` while the customer owes one. */
export type ProblemState = 'draft' | 'open' | 'asked' | 'closed'
export type ProblemDecision = 'grant' | 'part' | 'refuse' | 'ask'

/** What a customer reports about an order. */
export interface ReportedProblem {
  kind: ProblemKind
  items: { productId: number; units: number }[]
  message: string
}

/** An order that may be returned or refunded, with its events. */
export interface ReturnableOrder {
  order: PlacedOrder
  events: OrderEvent[]
  /** Whether one of its problems awaits an answer. */
  hasOpenProblem: boolean
  /** Cents that can still be refunded through the payment provider, and to the balances. */
  refundableAmounts: { providerCents: number; walletCents: number }
  /** The payment can only be refunded by hand, and only in full. */
  requiresManualRefund: boolean
}

export interface ProblemMessage {
  at: Date
  /** Null: the customer's own. */
  staff: { name: string; crf: string | null } | null
  text: string
}

export interface Problem extends ReportedProblem {
  id: number
  orderId: number
  customerId: number
  branchId: number
  state: ProblemState
  /** How it was answered last; null before that. */
  decision: Exclude<ProblemDecision, 'ask'> | null
  grantedCents: number
  createdAt: Date
  /** The deadline for the shop's answer; paused while waiting for the customer. */
  dueAt: Date
  pausedAt: Date | null
  /** For a withdrawal: when its goods arrived back in the shop. */
  goodsReceivedAt: Date | null
  messages: ProblemMessage[]
  photoIds: number[]
}
