import { bagTexts as texts } from '../../texts/bag.ts'
import { OrderSummary } from './order-summary.tsx'

type OrderSumsProps = {
  /** How many units; left out, they are not counted. */
  units?: number
  /** Whole cents: the items at full price, then the products' own discounts, then the coupon's. */
  itemsCents: number
  discountCents: number
  couponCode: string | null
  couponDiscountCents: number
  deliveryChargeCents: number
  /** What is charged: the sum of the lines above. */
  totalCents: number
  totalLabel?: string
}

/** The lines that add up to a bag's or an order's total, the same on every page. */
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
