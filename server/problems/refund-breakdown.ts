import type { ReportedProblem, ReturnableOrder } from './problem.ts'

/** The refund for a report, in cents, and where it goes. */
export interface RefundBreakdown {
  lines: { productId: number; name: string; units: number; cents: number }[]
  /** What the coupon had taken off these units. */
  couponCents: number
  /** Refunded only with the last unit. */
  deliveryFeeCents: number
  totalCents: number
  providerCents: number
  walletCents: number
  /** Every unit that the customer still has. */
  isFullReturn: boolean
}

/** Units of each line that the customer still has: neither short-picked before delivery, nor returned since. */
export function countReturnableUnits({
  order,
  returnedUnits,
}: Pick<ReturnableOrder, 'order' | 'returnedUnits'>): Map<number, number> {
  return new Map(
    order.lines.map(({ productId, quantity, shortPickedUnits }) => [
      productId,
      quantity - shortPickedUnits - (returnedUnits.get(productId) ?? 0),
    ]),
  )
}

/**
 * Prices less their share of the coupon (rounded down, for the customer). Money is refunded by the payment method, as far as it paid,
 * the rest to the balances; with the last unit all that is left goes back, delivery included.
 */
export function calculateRefund(
  returnableOrder: ReturnableOrder,
  { kind, items }: Pick<ReportedProblem, 'kind' | 'items'>,
): RefundBreakdown {
  const { order, refundableAmounts } = returnableOrder
  const unitsByProduct = countReturnableUnits(returnableOrder)
  const selectedItems =
    kind === 'cancel' ? [...unitsByProduct].map(([productId, units]) => ({ productId, units })) : items
  const lines = order.lines.flatMap(({ productId, name, priceCents }) => {
    const units = selectedItems.find((item) => item.productId === productId)?.units ?? 0
    return units > 0 ? [{ productId, name, units, cents: priceCents * units }] : []
  })
  const isFullReturn =
    lines.length > 0 &&
    [...unitsByProduct].every(
      ([productId, units]) => (lines.find((line) => line.productId === productId)?.units ?? 0) >= units,
    )
  const linesCents = lines.reduce((sum, { cents }) => sum + cents, 0)
  const discountedItemsCents = order.itemsCents - order.discountCents
  const remainingCents = refundableAmounts.providerCents + refundableAmounts.walletCents
  const couponShareCents =
    discountedItemsCents === 0 ? 0 : Math.floor((order.couponDiscountCents * linesCents) / discountedItemsCents)
  const totalCents = isFullReturn ? remainingCents : Math.min(linesCents - couponShareCents, remainingCents)
  const deliveryFeeCents = isFullReturn ? order.deliveryFeeCents : 0
  return {
    lines,
    couponCents: linesCents + deliveryFeeCents - totalCents,
    deliveryFeeCents,
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
