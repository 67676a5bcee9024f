import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import { fieldPair, stack } from '../styles/shared.css.ts'
import { prescriptionUseTexts as texts } from '../texts/prescription-use.ts'
import { signatureTexts } from '../texts/signature.ts'
import { Button } from '../ui/button/button.tsx'
import { DateField } from '../ui/field/date-field.tsx'
import { Checkbox, FieldSet, Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { formatSignerAndTime } from './prescription-signature.tsx'
import { SeenState } from './seen-state.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

interface PrescriptionFormProps {
  details: BackofficePrescription
  failedForm: FailedForm | undefined
}

/** The approval's form. */
export const approvalFormId = 'aprovar'

/** The fields beside "Aprovar": what a retained prescription needs. */
export function ApprovalFields({ details, failedForm }: PrescriptionFormProps) {
  const decidedUses = details.otherUses.filter(({ decision }) => decision !== null)
  return (
    <>
      <input type="hidden" name="seen_uses" value={decidedUses.map(({ prescriptionId }) => prescriptionId).join()} />
      <LaterSignatureQuestion details={details} failedForm={failedForm} />
      <ApprovedUnitsFields details={details} failedForm={failedForm} />
      <DispensingRecordFields details={details} failedForm={failedForm} />
      {details.isRetained && decidedUses.length > 0 && (
        <TextField
          label={texts.justification}
          hint={texts.justificationHint}
          name="justification"
          isOptional
          maxLength={300}
          defaultValue={failedForm?.getFieldValue('justification') ?? ''}
        />
      )}
    </>
  )
}

/**
 * The day that stands on each prescription: filled with what the customer typed, for the pharmacist to correct. It stands with the
 * facts, outside of the approval's form, where approving by keyboard does not pass it.
 */
export function IssueDatePanel({ details, failedForm }: PrescriptionFormProps) {
  const { decision, parts } = details.prescription
  if (decision !== null) return null
  return (
    <Panel as="div">
      {parts.map(({ id, patient, issuedAt }) => (
        <div key={id}>
          <input type="hidden" name="issued_part" value={id} form={approvalFormId} />
          <DateField
            label={texts.issueDate(parts.length > 1 ? patient : null)}
            hint={texts.issueDateHint}
            form={approvalFormId}
            {...toFieldProps(failedForm, `issue_date-${id}`, issuedAt ?? '')}
          />
        </div>
      ))}
    </Panel>
  )
}

/** How many units of each line the prescription covers: the others are taken out and refunded with the approval. */
function ApprovedUnitsFields({ details: { order }, failedForm }: PrescriptionFormProps) {
  const lines = order.lines
    .filter(({ requiresPrescription }) => requiresPrescription)
    .map((line) => ({ ...line, units: line.quantity - line.shortPickedUnits }))
  if (lines.reduce((sum, { units }) => sum + units, 0) <= 1) return null
  return (
    <FieldSet legend={texts.unitsLegend}>
      {lines.map(({ productId, name, units }) => (
        <div key={productId}>
          <input type="hidden" name="product" value={productId} />
          <TextField
            label={name}
            hint={texts.unitsHint(units)}
            inputMode="numeric"
            {...toFieldProps(failedForm, `units-${productId}`, String(units))}
          />
        </div>
      ))}
    </FieldSet>
  )
}

function toFieldProps(failedForm: FailedForm | undefined, name: string, recordedValue: string | undefined) {
  return {
    name,
    autoComplete: 'off',
    defaultValue: failedForm?.getFieldValue(name) ?? recordedValue ?? '',
    error: failedForm?.getFieldError(name) ?? null,
  }
}

/** Where another person signed a file after who prescribed: whether that says that it was dispensed. */
function LaterSignatureQuestion({ details, failedForm }: PrescriptionFormProps) {
  const laterSignatures = [...details.signaturesByPartId.values()].flat().filter(({ isLaterByOther }) => isLaterByOther)
  if (laterSignatures.length === 0) return null
  const signers = laterSignatures.map((signature) => formatSignerAndTime(signature)).join('; ')
  return (
    <Message tone="warn" title={signatureTexts.laterSignatureQuestion(signers)}>
      <p>{signatureTexts.laterSignatureHint}</p>
      <Checkbox
        name="not_dispensed_elsewhere"
        value="1"
        label={signatureTexts.notDispensedElsewhere}
        defaultChecked={failedForm?.getFieldValue('not_dispensed_elsewhere') === '1'}
        error={failedForm?.getFieldError('not_dispensed_elsewhere') ?? null}
      />
    </Message>
  )
}

/** After the approval of a retained one: its record, to be completed. */
export function DispensingRecordPanel({ details, failedForm }: PrescriptionFormProps) {
  if (!details.isRetained || details.prescription.status !== 'approved') return null
  return (
    <Panel title={texts.recordTitle}>
      {details.isRecordIncomplete && <Message tone="warn">{texts.incompleteHint}</Message>}
      <PostForm className={stack}>
        <SeenState seenHash={details.seenHashes.facts} />
        <DispensingRecordFields details={details} failedForm={failedForm} />
        <Button variant="outline" name="decision" value="completar">
          {texts.saveRecord}
        </Button>
      </PostForm>
    </Panel>
  )
}

/** What the record of each retained part needs. */
function DispensingRecordFields({ details, failedForm }: PrescriptionFormProps) {
  return details.retainedPartIds.map((id) => (
    <PartDispensingRecordFields key={id} details={details} partId={id} failedForm={failedForm} />
  ))
}

/** Filled with what the customer typed and the certificate says, for the pharmacist to compare with the file. */
function PartDispensingRecordFields({ details, partId, failedForm }: PrescriptionFormProps & { partId: number }) {
  const part = details.prescription.parts.find((candidate) => candidate.id === partId)
  if (!part) return null
  const toPartFieldProps = (name: string, recordedValue: string | undefined) =>
    toFieldProps(failedForm, `${name}-${partId}`, recordedValue)
  const { name, registration } = details.prescribersByPartId.get(partId) ?? { name: '', registration: '' }
  const isProlonged = failedForm ? failedForm.getFieldValue(`is_prolonged-${partId}`) === '1' : part.isProlonged
  return (
    <FieldSet legend={texts.factsLegend(part.patient)}>
      <div className={stack}>
        <input type="hidden" name="record_part" value={partId} />
        <div className={fieldPair}>
          <TextField label={texts.age} hint={texts.ageHint} maxLength={20} {...toPartFieldProps('age', part.age)} />
          <Select label={texts.sex} {...toPartFieldProps('sex', part.sex)}>
            <option value="">{texts.chooseOption}</option>
            {(['F', 'M'] as const).map((sex) => (
              <option key={sex} value={sex}>
                {texts.sexes[sex]}
              </option>
            ))}
          </Select>
        </div>
        <TextField label={texts.prescriber} maxLength={120} {...toPartFieldProps('prescriber', name)} />
        <div className={fieldPair}>
          <TextField
            label={texts.registration}
            hint={texts.registrationHint}
            maxLength={40}
            {...toPartFieldProps('registration', registration)}
          />
          <TextField label={texts.sncr} hint={texts.sncrHint} maxLength={40} {...toPartFieldProps('sncr', part.sncr)} />
        </div>
        <Checkbox name={`is_prolonged-${partId}`} value="1" defaultChecked={isProlonged} label={texts.prolonged} />
      </div>
    </FieldSet>
  )
}
