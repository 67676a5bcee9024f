import type { ReviewedBag } from '#server/bag/bag.ts'
import type { PaymentSplit } from '#server/wallet/payment-split.ts'
import { small } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { OrderTotals } from '../ui/order-summary/order-totals.tsx'

type BagTotalsProps = {
  reviewedBag: ReviewedBag
  paymentSplit?: PaymentSplit
  /** How it gets to its customer; on the bag's page what the branch asks. */
  delivery: { label?: string; feeCents: number; arrivalText?: string }
}

/** What will be charged. */
export function BagTotals({ reviewedBag, paymentSplit, delivery }: BagTotalsProps) {
  return (
    <>
      <OrderTotals
        {...reviewedBag}
        couponCode={reviewedBag.coupon?.code ?? null}
        deliveryLabel={delivery.label}
        deliveryFeeCents={delivery.feeCents}
        totalCents={reviewedBag.totalCents + delivery.feeCents}
        balanceCents={paymentSplit?.balanceCents ?? 0}
        dueCents={paymentSplit?.dueCents ?? reviewedBag.totalCents + delivery.feeCents}
      />
      {delivery.arrivalText && <p className={small}>{delivery.arrivalText}</p>}
      <LaboratoryNote lines={reviewedBag.lines} />
    </>
  )
}

/** Says before the button what the price includes, and on whom that depends. */
function LaboratoryNote({ lines }: Pick<ReviewedBag, 'lines'>) {
  if (lines.every(({ laboratoryDiscount }) => laboratoryDiscount === null)) return null
  return <p className={small}>{texts.laboratoryNote}</p>
}
