import type { PaymentWay, PaymentWayOption } from '#server/orders/payment-ways.ts'
import { muted, small, visuallyHidden } from '../styles/shared.css.ts'
import { formatInstallments, type InstallmentPlan } from '../texts/payment-methods.ts'
import { paymentWayTexts as texts } from '../texts/payment-ways.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { paymentMethodField } from './checkout-paths.ts'

type PaymentWaysProps = {
  options: PaymentWayOption[]
  chosenWay: PaymentWay | null
  installments: InstallmentPlan | null
  /** How long the order waits for its payment. */
  reservationText: string
}

/** How the order will be paid: one group of radio buttons. */
export function PaymentWays({ options, chosenWay, installments, reservationText }: PaymentWaysProps) {
  const getDetail = (way: PaymentWay) =>
    way === 'card' && installments ? texts.cardDetail(formatInstallments(installments)) : texts.details[way]
  return (
    <Panel title={texts.title} id={paymentMethodField}>
      <fieldset>
        <legend className={visuallyHidden}>{texts.legend}</legend>
        {options.map(({ way }) => (
          <RadioCard
            key={way}
            name={paymentMethodField}
            value={way}
            defaultChecked={way === chosenWay}
            label={texts.labels[way]}
            detail={getDetail(way)}
          />
        ))}
      </fieldset>
      <p className={`${muted} ${small}`}>{reservationText}</p>
    </Panel>
  )
}
