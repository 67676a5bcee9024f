import { useEffect, useRef } from 'react'
import type { SplitPayment } from '#server/wallet/balances.ts'
import { useAutoSubmit } from '../client/auto-submit.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { summaryTexts as texts } from '../texts/bag.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'

/** The customer's gains and wallet, to choose what pays this order. Their choice is in the address of the summary. */
export function BalancesPanel({ balances, isPaidHere }: { balances: SplitPayment['balances']; isPaidHere: boolean }) {
  const form = useAutoSubmit()
  const answered = useRef(balances)
  // A box whose balance has nothing left to pay is unticked in the answer. Not at first: one may be ticked already.
  useEffect(() => {
    if (answered.current !== balances) form.current?.reset()
    answered.current = balances
  }, [balances, form])
  return (
    <Panel title={texts.balances} id="saldos">
      <form ref={form} className={stack} method="get" action="/checkout/sacola">
        <input type="hidden" name="etapa" value="resumo" />
        <div>
          {balances.map(({ gainId, name, balanceCents, paysCents }) => (
            <Checkbox
              key={gainId ?? 'wallet'}
              name={gainId === null ? 'wallet' : 'gains'}
              value={gainId ?? 1}
              defaultChecked={paysCents > 0}
              label={texts.balance(name ?? texts.wallet, formatMoney(balanceCents))}
              count={paysCents > 0 ? texts.balancePays(formatMoney(paysCents)) : undefined}
            />
          ))}
        </div>
        <p className={`${muted} ${small}`}>{isPaidHere ? texts.balancesHint : texts.balancesHintExternal}</p>
        <Button variant="outline">{texts.applyBalances}</Button>
      </form>
    </Panel>
  )
}
