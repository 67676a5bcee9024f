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

type OtherPaymentMethodsProps = {
  orderId: number
  /** The one that was chosen. */
  chosenMethod: 'pix' | 'card'
  paymentMethods: PaymentMethods
  installments: InstallmentPlan | null
}

/** Offers the other payment method while the order is unpaid. */
export function OtherPaymentMethods({ orderId, chosenMethod, paymentMethods, installments }: OtherPaymentMethodsProps) {
  const otherMethod = chosenMethod === 'pix' ? 'card' : 'pix'
  if (!paymentMethods.includes(otherMethod)) return null
  return (
    <Panel as="aside" title={otherMethod === 'pix' ? cardTexts.preferPix : cardTexts.preferCard}>
      <p className={muted}>
        {otherMethod === 'card' && installments && `${formatInstallments(installments).replace(/^e/, 'E')}. `}
        {cardTexts.methodChangeHint}
      </p>
      <PayButton orderId={orderId} method={otherMethod} variant="outline" />
    </Panel>
  )
}
