import type { ReactNode } from 'react'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { sandboxPaymentTexts as texts } from '../texts/checkout.ts'
import { formatMoney } from '../texts/format.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Panel } from '../ui/panel/panel.tsx'

type ChargeLayoutProps = {
  title: string
  intro: string
  amountCents: number
  facts: { name: string; value: ReactNode }[]
  state?: string
  /** The form that decides. */
  children: ReactNode
  returnPath?: string
}

/** What a pretend bank or provider shows of a charge. */
export function ChargeLayout({ title, intro, amountCents, facts, state, children, returnPath }: ChargeLayoutProps) {
  const amount = { name: texts.amount, value: formatMoney(amountCents) }
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{title}</h1>
      <p>{intro}</p>
      <Panel as="div">
        <DescriptionList items={[...facts, amount, { name: texts.state, value: state }]} />
        {children}
      </Panel>
      {returnPath && (
        <ButtonLink variant="outline" href={returnPath}>
          {texts.back}
        </ButtonLink>
      )}
    </div>
  )
}

/** 'Pagar' and 'Recusar'. */
export function PayButtons() {
  return (
    <>
      <Button name="intent" value="pay">
        {texts.pay}
      </Button>
      <Button variant="danger" name="intent" value="refuse">
        {texts.refuse}
      </Button>
    </>
  )
}
