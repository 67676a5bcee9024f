import { muted } from '../styles/shared.css.ts'
import { cardTexts, paymentTexts as texts } from '../texts/checkout.ts'
import { type InstallmentFacts, installmentsLine, type PaymentWays } from '../texts/payment-ways.ts'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

type PayButtonProps = {
  orderId: number
  way: 'pix' | 'card'
  variant?: 'solid' | 'outline'
}

export function PayButton({ orderId, way, variant = 'solid' }: PayButtonProps) {
  return (
    <PostForm action={`/checkout/${orderId}`}>
      <Button size="big" variant={variant} name="intent" value={way === 'card' ? 'card' : 'pay'}>
        {way === 'card' ? texts.payByCard : texts.pay}
      </Button>
    </PostForm>
  )
}

type OtherWayProps = {
  orderId: number
  /** The one that was chosen. */
  way: 'pix' | 'card'
  ways: PaymentWays
  installments: InstallmentFacts | null
}

/** The way to the other way, while the order is not paid. */
export function OtherWay({ orderId, way, ways, installments }: OtherWayProps) {
  const other = way === 'pix' ? 'card' : 'pix'
  if (!ways.includes(other)) return null
  return (
    <Panel as="aside" title={other === 'pix' ? cardTexts.otherWayByPix : cardTexts.otherWayByCard}>
      <p className={muted}>
        {other === 'card' && installments && `${installmentsLine(installments).replace(/^e/, 'E')}. `}
        {cardTexts.leaving}
      </p>
      <PayButton orderId={orderId} way={other} variant="outline" />
    </Panel>
  )
}
