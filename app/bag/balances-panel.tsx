import type { PaymentSplit } from '#server/wallet/payment-split.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { summaryTexts as texts } from '../texts/bag.ts'
import { formatMoney } from '../texts/format.ts'
import type { PaymentMethods } from '../texts/payment-methods.ts'
import { Checkbox } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'

type BalancesPanelProps = { balances: PaymentSplit['balances']; paymentMethods: PaymentMethods }

/** The customer's gains and wallet, to choose what pays this order. */
export function BalancesPanel({ balances, paymentMethods }: BalancesPanelProps) {
  return (
    <Panel title={texts.balances} id="saldos">
      <div className={stack}>
        <div>
          {balances.map(({ gainId, name, balanceCents, paymentCents }) => (
            <Checkbox
              key={gainId ?? 'wallet'}
              name={gainId === null ? 'wallet' : 'gains'}
              value={gainId ?? 1}
              defaultChecked={paymentCents > 0}
              label={texts.balance(name ?? texts.wallet, formatMoney(balanceCents))}
              trailingContent={paymentCents > 0 ? texts.balanceShare(formatMoney(paymentCents)) : undefined}
            />
          ))}
        </div>
        <p className={`${muted} ${small}`}>{texts.balancesHint(paymentMethods)}</p>
      </div>
    </Panel>
  )
}
