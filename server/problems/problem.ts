import type { OrderEvent } from '../orders/events.ts'
import type { PlacedOrder } from '../orders/records.ts'

/** Why a customer writes about an order; the contract's words. */
export const problemKinds = ['cancel', 'withdraw', 'missing', 'wrong', 'damaged', 'late', 'other'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** `draft` until it is sent, `open` while the shop owes an answer, `asked` while the customer owes one. */
export type ProblemState = 'draft' | 'open' | 'asked' | 'closed'
export type Decision = 'grant' | 'part' | 'refuse' | 'ask'

/** What a customer says of an order. */
export interface Report {
  kind: ProblemKind
  items: { productId: number; units: number }[]
  message: string
}

/** An order whose goods or money may come back: with what happened to it, and what came back of it before. */
export interface ReturnableOrder {
  order: PlacedOrder
  events: OrderEvent[]
  /** Units that earlier problems returned, by product. */
  returnedUnits: Map<number, number>
  /** Whether a problem of it waits for an answer. */
  hasOpenProblem: boolean
  /** Cents that may still go back by the way that paid, and to the balances. */
  refundable: { byProviderCents: number; toBalancesCents: number }
  /** What was paid goes back by hand, and only whole. */
  requiresManualRefund: boolean
}

export interface Message {
  at: Date
  /** Null: the customer's own. */
  staff: { name: string; crf: string | null } | null
  text: string
}

export interface Problem extends Report {
  id: number
  orderId: number
  customerId: number
  branchId: number
  state: ProblemState
  /** How it was answered last; null before that. */
  decision: Exclude<Decision, 'ask'> | null
  /** Cents that came back. */
  grantedCents: number
  createdAt: Date
  /** Until when the shop answers. While the customer is asked the clock stands still. */
  dueAt: Date
  pausedAt: Date | null
  /** Of a withdrawal: when its goods were in the shop again. */
  goodsReceivedAt: Date | null
  messages: Message[]
  photoIds: number[]
}
