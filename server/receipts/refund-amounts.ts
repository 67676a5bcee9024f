import type { Row } from '../database/schema.ts'
import { sumBy } from '../platform/sum-by.ts'
import type { ProviderRefund } from '../ports/payment-provider.ts'

/** What went back of the payment that an order took, in cents. */
export interface PaymentReturns {
  /** In parts, as the shop decided. */
  partCents: number
  /** What the bank, or the payer, took back by itself. */
  unrequestedCents: number
  /** What was left when the order ended. */
  remainderCents: number
}

export const noPaymentReturns: PaymentReturns = { partCents: 0, unrequestedCents: 0, remainderCents: 0 }

/** What is left of a payment, in cents, without its parts and what was returned without the shop's asking. */
export function calculateRemainder(paidCents: number, partCents: number, unrequestedCents: number): number {
  return Math.max(0, paidCents - partCents - unrequestedCents)
}

/** What went back of a payment, or is to go back. */
export function calculatePaymentReturns(
  status: Row<'payment'>['status'],
  paidCents: number,
  { partCents, unrequestedCents }: Pick<PaymentReturns, 'partCents' | 'unrequestedCents'>,
): PaymentReturns {
  const remainderCents = status === 'captured' ? 0 : calculateRemainder(paidCents, partCents, unrequestedCents)
  return { partCents, unrequestedCents, remainderCents }
}

/** Of two payments of one order. */
export function addReturns(a: PaymentReturns, b: PaymentReturns): PaymentReturns {
  return {
    partCents: a.partCents + b.partCents,
    unrequestedCents: a.unrequestedCents + b.unrequestedCents,
    remainderCents: a.remainderCents + b.remainderCents,
  }
}

/** The prefix of the ids of a partial refund's attempts at the provider; that of the remainder is "refund". */
export function toPartialRefundIdPrefix(id: number): string {
  return `item${id}n`
}

/** Whether the provider's id is that of an attempt of the shop's own: the prefix and a number. Some banks write ids in capitals. */
export function isRefundAttempt(idPrefix: string, id: string): boolean {
  return id.toLowerCase().startsWith(idPrefix) && /^\d+$/.test(id.slice(idPrefix.length))
}

export function sumRefundCents(refunds: { amountCents: number }[]): number {
  return sumBy(refunds, ({ amountCents }) => amountCents)
}

export function excludeFailedRefunds(refunds: ProviderRefund[]): ProviderRefund[] {
  return refunds.filter(({ status }) => status !== 'failed')
}

export function hasPendingRefund(refunds: ProviderRefund[]): boolean {
  return refunds.some(({ status }) => status === 'pending')
}
