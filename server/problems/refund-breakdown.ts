import { countKeptUnits, priceDepartingUnits } from '../orders/order-net.ts'
import type { ReportedProblem, ReturnableOrder } from './problem.ts'

/** The refund for a report, in cents, and where it goes. */
export interface RefundBreakdown {
  lines: { productId: number; name: string; units: number; cents: number }[]
  /** What the coupon had taken off these units. */
  couponCents: number
  /** Refunded only with the last unit. */
  deliveryFeeCents: number
  /** What went back before, beside units: lines less coupon plus delivery less this is the total. */
  paidBackCents: number
  totalCents: number
  providerCents: number
  walletCents: number
  /** Every unit that the customer still has. */
  isFullReturn: boolean
}

/** Units of each line that the customer still has: neither short-picked before delivery, nor returned since. */
export function countReturnableUnits({ order }: Pick<ReturnableOrder, 'order'>): Map<number, number> {
  return new Map(order.lines.map((line) => [line.productId, countKeptUnits(line)]))
}

/**
 * What was paid for the units. Money is refunded by the payment method, as far as it paid, the rest to the balances; with the last unit all
 * that is left goes back, delivery included.
 */
export function calculateRefund(
  { order, refundableAmounts }: Pick<ReturnableOrder, 'order' | 'refundableAmounts'>,
  { kind, items }: Pick<ReportedProblem, 'kind' | 'items'>,
): RefundBreakdown {
  const selectedLines = order.lines.flatMap((line) => {
    const keptUnits = countKeptUnits(line)
    const units = kind === 'cancel' ? keptUnits : (items.find((item) => item.productId === line.productId)?.units ?? 0)
    return units > 0 ? [{ line, units, keptUnits, ...priceDepartingUnits(line, Math.min(units, keptUnits)) }] : []
  })
  const selectedUnits = selectedLines.reduce((sum, { units, keptUnits }) => sum + Math.min(units, keptUnits), 0)
  const isFullReturn =
    selectedUnits > 0 && selectedUnits === order.lines.reduce((sum, line) => sum + countKeptUnits(line), 0)
  const deliveryFeeCents = isFullReturn ? order.deliveryFeeCents - order.refundedFeeCents : 0
  const remainingCents = refundableAmounts.providerCents + refundableAmounts.walletCents
  const owedCents = selectedLines.reduce((sum, { paidCents }) => sum + paidCents, deliveryFeeCents)
  const totalCents = isFullReturn ? remainingCents : Math.min(owedCents, remainingCents)
  return {
    lines: selectedLines.map(({ line, units, paidCents, couponCents }) => {
      return { productId: line.productId, name: line.name, units, cents: paidCents + couponCents }
    }),
    couponCents: selectedLines.reduce((sum, { couponCents }) => sum + couponCents, 0),
    deliveryFeeCents,
    paidBackCents: owedCents - totalCents,
    totalCents,
    ...splitRefund(totalCents, refundableAmounts),
    isFullReturn,
  }
}

/** Refunds through the provider first, then to the balances. */
export function splitRefund(
  cents: number,
  refundableAmounts: ReturnableOrder['refundableAmounts'],
): Pick<RefundBreakdown, 'providerCents' | 'walletCents'> {
  const providerCents = Math.min(cents, refundableAmounts.providerCents)
  return { providerCents, walletCents: Math.min(cents - providerCents, refundableAmounts.walletCents) }
}
