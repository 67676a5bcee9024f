import type { ReviewedBag } from '#server/bag/bag.ts'
import type { SplitPayment } from '#server/wallet/balances.ts'
import { small } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { OrderTotals } from '../ui/order-summary/order-totals.tsx'

type BagTotalsProps = {
  review: ReviewedBag
  payment?: SplitPayment
  /** How it gets to its customer; on the bag's page what the branch asks. */
  delivery: { label?: string; feeCents: number; arrivalText?: string }
}

/** What will be charged. */
export function BagTotals({ review, payment, delivery }: BagTotalsProps) {
  return (
    <>
      <OrderTotals
        {...review}
        couponCode={review.coupon?.code ?? null}
        couponDiscountCents={review.couponCents}
        deliveryLabel={delivery.label}
        deliveryFeeCents={delivery.feeCents}
        totalCents={review.totalCents + delivery.feeCents}
        balanceCents={payment?.balanceCents ?? 0}
        dueCents={payment?.dueCents ?? review.totalCents + delivery.feeCents}
      />
      {delivery.arrivalText && <p className={small}>{delivery.arrivalText}</p>}
      <LaboratoryNote lines={review.lines} />
    </>
  )
}

/** Says before the button what the price includes, and on whom that depends. */
function LaboratoryNote({ lines }: Pick<ReviewedBag, 'lines'>) {
  if (lines.every(({ laboratoryDiscount }) => laboratoryDiscount === null)) return null
  return <p className={small}>{texts.laboratoryNote}</p>
}
