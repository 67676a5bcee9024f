import { bagTexts as texts } from '../../texts/bag.ts'
import { OrderSummary } from './order-summary.tsx'

export type OrderSumsProps = {
  /** How many units; left out, they are not counted. */
  units?: number
  /** Whole cents: at full price, then what the products' own discounts, and the coupon, take off. */
  itemsCents: number
  discountCents: number
  couponCode: string | null
  couponDiscountCents: number
  deliveryChargeCents: number
  /** What is charged: the lines above, added up. */
  totalCents: number
  totalLabel?: string
}

/** How a bag, or an order, comes to its total: on every page the same lines. */
export function OrderSums({ units, totalCents, totalLabel, ...sums }: OrderSumsProps) {
  const { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryChargeCents } = sums
  return (
    <OrderSummary
      lines={[
        { label: units === undefined ? texts.products : texts.productsCount(units), amount: itemsCents },
        ...(discountCents > 0 ? [{ label: texts.discounts, amount: -discountCents }] : []),
        ...(couponCode === null ? [] : [{ label: texts.couponInUse(couponCode), amount: -couponDiscountCents }]),
        { label: texts.delivery, amount: deliveryChargeCents === 0 ? texts.free : deliveryChargeCents },
      ]}
      totalCents={totalCents}
      totalLabel={totalLabel}
    />
  )
}
