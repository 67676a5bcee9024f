import type { ReviewedBag } from '#server/bag/bag.ts'
import type { SplitPayment } from '#server/wallet/balances.ts'
import { small } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { OrderSums } from '../ui/order-summary/order-sums.tsx'

/** What will be charged, delivery free. */
export function BagSums({ review, payment }: { review: ReviewedBag; payment?: SplitPayment }) {
  return (
    <>
      <OrderSums
        {...review}
        couponCode={review.coupon?.code ?? null}
        couponDiscountCents={review.couponCents}
        deliveryChargeCents={0}
        balanceCents={payment?.balanceCents ?? 0}
        dueCents={payment?.dueCents ?? review.totalCents}
      />
      <LaboratoryNote lines={review.lines} />
    </>
  )
}

/** Says before the button that the price charged is the one without the laboratory's discount (specification, section 5). */
function LaboratoryNote({ lines }: Pick<ReviewedBag, 'lines'>) {
  if (lines.every(({ laboratoryCents }) => laboratoryCents === null)) return null
  return <p className={small}>{texts.laboratoryNote}</p>
}
