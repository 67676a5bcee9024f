import { type SubmissionResult, useForm } from '@conform-to/react'
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
import { toFieldProps, toSummaryErrors } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { digitalPrescriptionFields, uploadForm } from './prescription-form.css.ts'

type FieldName = 'pacient' | 'age' | 'sex' | 'type' | 'issuers' | 'code' | 'issued_at' | 'products' | 'file'

type PrescriptionFormProps = {
  /** The products that a prescription may cover, all ticked at first. */
  products: { id: number; name: string }[]
  patients: { id: number; name: string }[]
  customerName: string
  /** Whether a retained product is among them, whose record needs the patient's age and sex. */
  needsAgeAndSex: boolean
  /** Bytes. */
  maxFileBytes: number
  lastResult: SubmissionResult | undefined
}

/** One prescription: patient, kind, products and file. */
export function PrescriptionForm(props: PrescriptionFormProps) {
  const { products, patients, customerName, needsAgeAndSex, maxFileBytes, lastResult } = props
  const [form, fields] = useForm<Record<FieldName, string>>({
    id: 'receita',
    lastResult,
    defaultNoValidate: false,
    defaultValue: { pacient: patients[0]?.name ?? customerName, type: '2' },
  })
  const { pacient, age, sex, type, issuers, code, issued_at, file } = fields
  const initialValue = lastResult?.initialValue
  // Of a form that was not read nothing is known; one without products had none ticked.
  // A day long ago has to be confirmed: it may be a typo in the year.
  const issueDay = normalizeDay(String(initialValue?.issued_at ?? ''))
  const dayToConfirm = issued_at.errors?.includes(prescriptionRefusals.issuedLongAgo(issueDay)) ? issueDay : null
  const selectedProductIds = initialValue ? [initialValue.products ?? []].flat().map(String) : null
  return (
    <Panel title={texts.formTitle}>
      <ErrorSummary errors={toSummaryErrors(form)} />
      <PostForm className={`${stack} ${uploadForm}`} encType="multipart/form-data" id={form.id} onInput={maskFields}>
        <TextField
          {...toFieldProps(pacient)}
          label={texts.patient}
          hint={texts.patientHint}
          list="pacientes"
          required
          maxLength={120}
        />
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
            <TextField
              {...toFieldProps(age)}
              label={recordTexts.age}
              hint={recordTexts.ageHint}
              isOptional
              maxLength={20}
              autoComplete="off"
            />
            <Select {...toFieldProps(sex)} label={recordTexts.sex} isOptional>
              <option value="">{recordTexts.chooseOption}</option>
              {(['F', 'M'] as const).map((sexCode) => (
                <option key={sexCode} value={sexCode}>
                  {recordTexts.sexes[sexCode]}
                </option>
              ))}
            </Select>
          </div>
        )}
        <FieldSet legend={texts.type} id="type" error={type.errors ?? null}>
          {([2, 1] as const).map((kind) => (
            <Radio
              key={kind}
              name="type"
              value={kind}
              defaultChecked={type.initialValue === String(kind)}
              label={texts.types[kind]}
            />
          ))}
        </FieldSet>
        <div className={`${stack} ${digitalPrescriptionFields}`}>
          <TextField {...toFieldProps(issuers)} label={texts.issuers} hint={texts.issuersHint} maxLength={200} />
          <TextField
            {...toFieldProps(code)}
            label={texts.code}
            hint={texts.codeHint}
            maxLength={100}
            autoComplete="off"
          />
        </div>
        <DateField {...toFieldProps(issued_at)} label={texts.issuedAt} hint={texts.issuedAtHint} required />
        {dayToConfirm && (
          <Checkbox name="confirmed_day" value={dayToConfirm} label={texts.confirmIssuedDay(formatDay(dayToConfirm))} />
        )}
        <FieldSet legend={texts.products} id="products" error={fields.products.errors ?? null}>
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
          error={file.errors ?? null}
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
