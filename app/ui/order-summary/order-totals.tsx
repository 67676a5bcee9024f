import { bagTexts as texts } from '../../texts/bag.ts'
import { OrderSummary } from './order-summary.tsx'

type OrderTotalsProps = {
  /** How many units; left out, they are not counted. */
  unitCount?: number
  /** Whole cents: the items at full price, then the products' own discounts, then the coupon's. */
  itemsCents: number
  discountCents: number
  couponCode: string | null
  couponDiscountCents: number
  deliveryFeeCents: number
  /** Such as where it is picked up; else "Entrega". */
  deliveryLabel?: string | undefined
  /** The sum of the lines above. */
  totalCents: number
  /** What gains and wallet pay of it, and what is left. */
  balanceCents?: number
  dueCents?: number
  /** Of what is left; "A pagar" unless it is paid. */
  dueLabel?: string
  totalLabel?: string
}

/** The lines that add up to a bag's or an order's total, the same on every page. */
export function OrderTotals({
  unitCount,
  totalCents,
  totalLabel,
  balanceCents = 0,
  dueCents = totalCents,
  dueLabel = texts.amountDue,
  ...amounts
}: OrderTotalsProps) {
  const { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryFeeCents } = amounts
  const { deliveryLabel = texts.delivery } = amounts
  return (
    <OrderSummary
      lines={[
        { label: unitCount === undefined ? texts.products : texts.productCount(unitCount), amount: itemsCents },
        ...(discountCents > 0 ? [{ label: texts.discounts, amount: -discountCents }] : []),
        ...(couponCode === null ? [] : [{ label: texts.couponInUse(couponCode), amount: -couponDiscountCents }]),
        { label: deliveryLabel, amount: deliveryFeeCents === 0 ? texts.free : deliveryFeeCents },
        ...(balanceCents > 0
          ? [
              { label: texts.orderTotal, amount: totalCents },
              { label: texts.balancesUsed, amount: -balanceCents },
            ]
          : []),
      ]}
      totalCents={dueCents}
      totalLabel={balanceCents > 0 ? dueLabel : totalLabel}
    />
  )
}
