import { muted } from '../styles/shared.css.ts'
import { cardTexts, paymentTexts as texts } from '../texts/checkout.ts'
import { formatInstallments, type InstallmentPlan, type PaymentMethods } from '../texts/payment-methods.ts'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

type PayButtonProps = {
  orderId: number
  method: 'pix' | 'card'
  variant?: 'solid' | 'outline'
}

export function PayButton({ orderId, method, variant = 'solid' }: PayButtonProps) {
  return (
    <PostForm action={`/checkout/${orderId}`}>
      <Button size="big" variant={variant} name="intent" value={method === 'card' ? 'card' : 'pay'}>
        {method === 'card' ? texts.payByCard : texts.pay}
      </Button>
    </PostForm>
  )
}

type SwitchPaymentMethodPanelProps = {
  orderId: number
  chosenMethod: 'pix' | 'card'
  paymentMethods: PaymentMethods
  installments: InstallmentPlan | null
}

/** Offers the other payment method while the order is unpaid. */
export function SwitchPaymentMethodPanel({
  orderId,
  chosenMethod,
  paymentMethods,
  installments,
}: SwitchPaymentMethodPanelProps) {
  const alternativeMethod = chosenMethod === 'pix' ? 'card' : 'pix'
  if (!paymentMethods.includes(alternativeMethod)) return null
  return (
    <Panel as="aside" title={alternativeMethod === 'pix' ? cardTexts.preferPix : cardTexts.preferCard}>
      <p className={muted}>
        {alternativeMethod === 'card' && installments && `${formatInstallments(installments).replace(/^e/, 'E')}. `}
        {cardTexts.methodChangeHint}
      </p>
      <PayButton orderId={orderId} method={alternativeMethod} variant="outline" />
    </Panel>
  )
}
