import { fieldPair, stack } from '../styles/shared.css.ts'
import { prescriptionTexts as texts } from '../texts/checkout.ts'
import { formatDay } from '../texts/format.ts'
import { normalizeDay } from '../texts/normalize-day.ts'
import { prescriptionRefusals } from '../texts/prescription-refusals.ts'
import { prescriptionUseTexts as recordTexts } from '../texts/prescription-use.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { DateField } from '../ui/field/date-field.tsx'
import { Checkbox, FieldSet, Radio, Select, TextField } from '../ui/field/field.tsx'
import { createFieldProps, type InputHints } from '../ui/field/field-props.ts'
import type { FormState } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { digitalPrescriptionFields, uploadForm } from './prescription-form.css.ts'

type PrescriptionFormProps = {
  /** The products that a prescription may cover, all ticked at first. */
  products: { id: number; name: string }[]
  patients: { id: number; name: string }[]
  customerName: string
  /** Whether a retained product is among them, whose record needs the patient's age and sex. */
  needsAgeAndSex: boolean
  maxFileBytes: number
  formState: FormState
  /** Of the schema. */
  inputs: Record<'patient' | 'age' | 'sex' | 'issuers' | 'code' | 'issuedAt', InputHints>
}

/** One prescription: patient, kind, products and file. */
export function PrescriptionForm(props: PrescriptionFormProps) {
  const { products, patients, customerName, needsAgeAndSex, maxFileBytes, formState, inputs } = props
  const values = { patient: patients[0]?.name ?? customerName }
  const field = createFieldProps({
    inputs,
    texts: texts.fields,
    names: { patient: 'pacient' },
    values,
    state: formState,
  })
  // Of a form that was not read nothing is known; one without products had none ticked.
  // A day long ago has to be confirmed: it may be a typo in the year.
  const issueDay = normalizeDay(formState.getFieldValue('issued_at'))
  const isDayDoubtful = formState.getFieldError('issued_at') === prescriptionRefusals.issuedLongAgo(issueDay)
  const wasSent = formState.getFieldValue('type') !== ''
  const kindChoice = formState.getFieldValue('type') || '2'
  const selectedProductIds = wasSent ? formState.getFieldValues('products') : null
  return (
    <Panel title={texts.formTitle}>
      <ErrorSummary errors={formState.errors} />
      <PostForm className={`${stack} ${uploadForm}`} encType="multipart/form-data" id="receita" onInput={maskFields}>
        <TextField {...field('patient')} list="pacientes" />
        <datalist id="pacientes">
          {patients.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <p>
          <a href="/checkout/receita-medica/pacientes">{texts.managePatients}</a>
        </p>
        {needsAgeAndSex && (
          <div className={fieldPair}>
            <TextField {...field('age')} autoComplete="off" />
            <Select {...field('sex')} options={Object.entries(recordTexts.sexes)}>
              <option value="">{recordTexts.chooseOption}</option>
            </Select>
          </div>
        )}
        <FieldSet legend={texts.type} id="type" error={formState.getFieldError('type')}>
          {([2, 1] as const).map((kind) => (
            <Radio
              key={kind}
              name="type"
              value={kind}
              defaultChecked={kindChoice === String(kind)}
              label={texts.types[kind]}
            />
          ))}
        </FieldSet>
        <div className={`${stack} ${digitalPrescriptionFields}`}>
          <TextField {...field('issuers')} isOptional={false} required={false} />
          <TextField {...field('code')} isOptional={false} required={false} inputMode="text" autoComplete="off" />
        </div>
        <DateField {...field('issuedAt')} />
        {isDayDoubtful && (
          <Checkbox name="confirmed_day" value={issueDay} label={texts.confirmIssuedDay(formatDay(issueDay))} />
        )}
        <FieldSet legend={texts.products} id="products" error={formState.getFieldError('products')}>
          {products.map(({ id, name }) => (
            <Checkbox
              key={id}
              id={`product-${id}`}
              name="products"
              value={id}
              defaultChecked={selectedProductIds === null || selectedProductIds.includes(String(id))}
              label={name}
            />
          ))}
        </FieldSet>
        <TextField
          id="file"
          name="file"
          label={texts.file}
          hint={texts.fileHint}
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          error={formState.getFieldError('file')}
          onChange={({ currentTarget }) => reportLargeFile(currentTarget, maxFileBytes)}
        />
        <Button size="big" name="intent" value="send">
          {texts.send}
        </Button>
      </PostForm>
      <p>{texts.originalHint}</p>
    </Panel>
  )
}

/** Reports at once, with scripts, what the server would refuse only after a long upload. */
function reportLargeFile(input: HTMLInputElement, maxBytes: number) {
  const fileBytes = input.files?.[0]?.size ?? 0
  input.setCustomValidity(fileBytes > maxBytes ? prescriptionRefusals.fileTooLarge : '')
  input.reportValidity()
}
