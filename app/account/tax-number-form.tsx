import type { Order } from '#server/orders/order.ts'
import { stack } from '../styles/shared.css.ts'
import { orderTexts as texts } from '../texts/orders.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { hiddenInPrint } from './order-details.css.ts'

type TaxNumberFormProps = {
  order: Pick<Order, 'fiscalKey' | 'phase'>
  /** With its name, all but its middle hidden; null where none was given. */
  maskedTaxNumber: string | null
  /** Why what was typed is none. */
  taxNumberError: string | null
}

/** The CPF or CNPJ for the fiscal document, which nobody has to give, until it is issued. */
export function TaxNumberForm({ order: { fiscalKey, phase }, maskedTaxNumber, taxNumberError }: TaxNumberFormProps) {
  if (fiscalKey !== null || phase === 'done' || phase === 'void') return null
  return (
    <Panel title={texts.fiscalTitle}>
      {maskedTaxNumber && <p translate="no">{texts.taxNumberGiven(maskedTaxNumber)}</p>}
      <PostForm className={`${stack} ${hiddenInPrint}`}>
        <TextField
          label={texts.taxNumber}
          hint={texts.taxNumberHint}
          name="cpf"
          // A keyboard of digits alone would have no letters of a CNPJ.
          inputMode="text"
          autoCapitalize="characters"
          autoComplete="off"
          error={taxNumberError}
        />
        <Button variant="outline" name="intent" value="fiscalCpf">
          {texts.taxNumberSave}
        </Button>
      </PostForm>
    </Panel>
  )
}
