import { componentTexts as texts } from '../../texts/components.ts'
import { formatMoney } from '../../texts/format.ts'
import * as css from './order-summary.css.ts'

type OrderSummaryProps = {
  /** Amounts in whole cents, negative for discounts; or text, such as "Grátis". */
  lines: { label: string; amount: number | string }[]
  totalCents: number
  totalLabel?: string | undefined
}

/** The sums of a bag or an order. */
export function OrderSummary({ lines, totalCents, totalLabel = texts.total }: OrderSummaryProps) {
  return (
    <dl className={css.orderSummary}>
      {lines.map(({ label, amount }) => (
        <div key={label} className={typeof amount === 'number' && amount < 0 ? css.discountLine : undefined}>
          <dt>{label}</dt>
          <dd>{typeof amount === 'number' ? formatMoney(amount) : amount}</dd>
        </div>
      ))}
      <div>
        <dt>{totalLabel}</dt>
        <dd>{formatMoney(totalCents)}</dd>
      </div>
    </dl>
  )
}
