import type { Order } from '#server/orders/order.ts'
import { stack } from '../styles/shared.css.ts'
import { orderTexts as texts } from '../texts/orders.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { hiddenInPrint } from './order-details.css.ts'

type FiscalCpfFormProps = {
  order: Pick<Order, 'fiscalKey' | 'phase'>
  /** All but its middle hidden; null where none was given. */
  maskedCpf: string | null
  /** Why what was typed is none. */
  fiscalCpfError: string | null
}

/** The CPF for the fiscal document, which nobody has to give, until it is issued. */
export function FiscalCpfForm({ order: { fiscalKey, phase }, maskedCpf, fiscalCpfError }: FiscalCpfFormProps) {
  if (fiscalKey !== null || phase === 'done' || phase === 'void') return null
  return (
    <Panel title={texts.fiscalTitle}>
      {maskedCpf && <p translate="no">{texts.fiscalCpfGiven(maskedCpf)}</p>}
      <PostForm className={`${stack} ${hiddenInPrint}`} onInput={maskFields}>
        <TextField
          label={texts.fiscalCpf}
          hint={texts.fiscalCpfHint}
          name="cpf"
          inputMode="numeric"
          autoComplete="off"
          data-mask="cpf"
          error={fiscalCpfError}
        />
        <Button variant="outline" name="intent" value="fiscalCpf">
          {texts.fiscalCpfSave}
        </Button>
      </PostForm>
    </Panel>
  )
}
