import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import type { Shop } from '#server/shop.ts'
import { fieldPair, stack } from '../styles/shared.css.ts'
import { prescriptionUseTexts as texts } from '../texts/prescription-use.ts'
import { signatureTexts } from '../texts/signature.ts'
import { DateField } from '../ui/field/date-field.tsx'
import { Checkbox, FieldSet, Select, TextField } from '../ui/field/field.tsx'
import { toCheckboxProps } from '../ui/field/field-props.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { approvePrescriptionForm } from './prescription-forms.server.ts'
import { formatSignerAndTime } from './prescription-signature.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

interface PrescriptionFormProps {
  details: BackofficePrescription
  request: StaffRequest
}

export const approvalFormId = 'aprovar'

const factsForm = { intent: 'aprovar', schema: ({ backoffice }: Shop) => backoffice.forms.FactsItem }
const unitsForm = { intent: 'aprovar', schema: ({ backoffice }: Shop) => backoffice.forms.UnitsItem }
const issueDateForm = { intent: 'aprovar', schema: ({ backoffice }: Shop) => backoffice.forms.IssueDateItem }

/** The fields beside "Aprovar": what a retained prescription needs. */
export function ApprovalFields({ details, request }: PrescriptionFormProps) {
  const { field } = showStaffForm(approvePrescriptionForm, request, { texts: texts.approvalFields })
  const decidedUses = details.otherUses.filter(({ decision }) => decision !== null)
  return (
    <>
      <input type="hidden" name="seen_uses" value={decidedUses.map(({ prescriptionId }) => prescriptionId).join()} />
      <LaterSignatureQuestion details={details} request={request} />
      <ApprovedUnitsFields details={details} request={request} />
      <DispensingRecordFields details={details} request={request} />
      {details.isRetained && decidedUses.length > 0 && <TextField {...field('justification')} />}
    </>
  )
}

/**
 * The day that stands on each prescription: filled with what the customer typed, for the pharmacist to correct. It stands with the
 * facts, outside of the approval's form, where approving by keyboard does not pass it.
 */
export function IssueDatePanel({ details, request }: PrescriptionFormProps) {
  const { decision, parts } = details.prescription
  if (decision !== null) return null
  return (
    <Panel as="div">
      {parts.map(({ id, patient, issuedAt }) => {
        const { field } = showStaffForm(issueDateForm, request, {
          texts: { day: [texts.issueDate(parts.length > 1 ? patient : null), texts.issueDateHint] },
          values: { day: issuedAt ?? '' },
          names: { day: 'issue_date' },
          item: id,
        })
        return (
          <div key={id}>
            <input type="hidden" name="issued_part" value={id} form={approvalFormId} />
            <DateField {...field('day')} isOptional={false} form={approvalFormId} />
          </div>
        )
      })}
    </Panel>
  )
}

/** How many units of each line the prescription covers: the others are taken out and refunded with the approval. */
function ApprovedUnitsFields({ details: { order }, request }: PrescriptionFormProps) {
  const lines = order.lines
    .filter(({ requiresPrescription }) => requiresPrescription)
    .map((line) => ({ ...line, units: line.quantity - line.shortPickedUnits }))
  if (lines.reduce((sum, { units }) => sum + units, 0) <= 1) return null
  return (
    <FieldSet legend={texts.unitsLegend}>
      {lines.map(({ productId, name, units }) => {
        const { field } = showStaffForm(unitsForm, request, {
          texts: { units: [name, texts.unitsHint(units)] },
          values: { units: String(units) },
          item: productId,
        })
        return (
          <div key={productId}>
            <input type="hidden" name="product" value={productId} />
            <TextField {...field('units')} isOptional={false} inputMode="numeric" autoComplete="off" />
          </div>
        )
      })}
    </FieldSet>
  )
}

/** Where another person signed a file after who prescribed: whether that says that it was dispensed. */
function LaterSignatureQuestion({ details, request }: PrescriptionFormProps) {
  const laterSignatures = [...details.signaturesByPartId.values()].flat().filter(({ isLaterByOther }) => isLaterByOther)
  if (laterSignatures.length === 0) return null
  const { field } = showStaffForm(approvePrescriptionForm, request, { texts: texts.approvalFields })
  const signers = laterSignatures.map((signature) => formatSignerAndTime(signature)).join('; ')
  return (
    <Message tone="warn" title={signatureTexts.laterSignatureQuestion(signers)}>
      <p>{signatureTexts.laterSignatureHint}</p>
      <Checkbox {...toCheckboxProps(field('notDispensedElsewhere'))} />
    </Message>
  )
}

/** After the approval of a retained one: its record, to be completed. */
export function DispensingRecordPanel({ details, request }: PrescriptionFormProps) {
  if (!details.isRetained || details.prescription.status !== 'approved') return null
  return (
    <Panel title={texts.recordTitle}>
      {details.isRecordIncomplete && <Message tone="warn">{texts.incompleteHint}</Message>}
      <PostForm className={stack}>
        <SeenState seenHash={details.seenHashes.facts} />
        <DispensingRecordFields details={details} request={request} />
        <IntentButton intent="completar" label={texts.saveRecord} variant="outline" name="decision" />
      </PostForm>
    </Panel>
  )
}

/** What the record of each retained part needs. */
function DispensingRecordFields({ details, request }: PrescriptionFormProps) {
  return details.retainedPartIds.map((id) => (
    <PartDispensingRecordFields key={id} details={details} partId={id} request={request} />
  ))
}

/** Filled with what the customer typed and the certificate says, for the pharmacist to compare with the file. */
function PartDispensingRecordFields({ details, partId, request }: PrescriptionFormProps & { partId: number }) {
  const part = details.prescription.parts.find((candidate) => candidate.id === partId)
  if (!part) return null
  const { name, registration } = details.prescribersByPartId.get(partId) ?? { name: '', registration: '' }
  const qrSncr = part.sncr ? undefined : (details.qrSncrByPartId.get(partId) ?? undefined)
  const { field } = showStaffForm(factsForm, request, {
    texts: qrSncr ? { ...texts.factFields, sncr: [texts.factFields.sncr[0], texts.sncrFromQrCode] } : texts.factFields,
    values: {
      ...part,
      sncr: part.sncr ?? qrSncr,
      prescriber: name,
      registration,
      isProlonged: part.isProlonged ? '1' : '',
    },
    intents: ['completar'],
    item: partId,
  })
  // Any may be told later, and none says so.
  const factField = (input: keyof typeof texts.factFields) => ({
    ...field(input),
    isOptional: false,
    autoComplete: 'off',
  })
  return (
    <FieldSet legend={texts.factsLegend(part.patient)}>
      <div className={stack}>
        <input type="hidden" name="record_part" value={partId} />
        <div className={fieldPair}>
          <TextField {...factField('age')} />
          <Select {...factField('sex')} options={Object.entries(texts.sexes)}>
            <option value="">{texts.chooseOption}</option>
          </Select>
        </div>
        <TextField {...factField('prescriber')} />
        <div className={fieldPair}>
          <TextField {...factField('registration')} />
          <TextField {...factField('sncr')} />
        </div>
        <Checkbox {...toCheckboxProps(field('isProlonged'))} />
      </div>
    </FieldSet>
  )
}
