import { stack } from '../styles/shared.css.ts'
import { accountFieldTexts } from '../texts/account.ts'
import { bagTexts } from '../texts/bag.ts'
import { patientTexts, prescriptionTexts } from '../texts/checkout.ts'
import { foreignFormTexts as texts } from '../texts/foreign-form.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { accountFieldNames } from '../ui/field/account-field-names.ts'
import { toFieldName } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ResendForm } from '../ui/resend-form/resend-form.tsx'

/** What people type, by field; all else travels along unseen. */
const labelByFieldName: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(accountFieldTexts).map(([input, [label]]) => [toAccountFieldName(input), label]),
  ),
  order_note: bagTexts.note,
  coupon_code: bagTexts.couponCode,
  pacient: prescriptionTexts.fields.patient[0],
  issuers: prescriptionTexts.fields.issuers[0],
  issued_at: prescriptionTexts.fields.issuedAt[0],
  'pacient.pacient': patientTexts.name,
}

function toAccountFieldName(input: string): string {
  return (accountFieldNames as Record<string, string>)[input] ?? toFieldName(input)
}

interface ForeignFormProps {
  /** Where it was sent. */
  path: string
  fields: [name: string, value: string][]
}

/** In place of an error: what was typed on the page of an account that is no longer signed in (`http/form-account.server.ts`). */
export function ForeignForm({ path, fields }: ForeignFormProps) {
  return (
    <div className={stack}>
      <h1>{texts.pageTitle}</h1>
      <p role="alert">{texts.refusedMessage}</p>
      <Panel title={texts.title}>
        <ResendForm
          action={path}
          fields={fields.map(([name, value]) => ({ name, value, label: labelByFieldName[name] ?? null }))}
          submitLabel={texts.submit}
        />
      </Panel>
      <p>
        <ButtonLink href={path}>{texts.continueAsCurrent}</ButtonLink>
      </p>
    </div>
  )
}
