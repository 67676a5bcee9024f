import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import { fieldPair, stack } from '../styles/shared.css.ts'
import { prescriptionUseTexts as texts } from '../texts/prescription-use.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, FieldSet, Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

interface PrescriptionFormProps {
  details: BackofficePrescription
  failedForm: FailedForm | undefined
}

/** The fields beside "Aprovar": what a retained prescription needs. */
export function ApprovalFields({ details, failedForm }: PrescriptionFormProps) {
  const decidedUses = details.otherUses.filter(({ decision }) => decision !== null)
  return (
    <>
      <input type="hidden" name="usos" value={decidedUses.map(({ prescriptionId }) => prescriptionId).join()} />
      <DispensingRecordFields details={details} failedForm={failedForm} />
      {details.isRetained && decidedUses.length > 0 && (
        <TextField
          label={texts.justification}
          hint={texts.justificationHint}
          name="justificativa"
          isOptional
          maxLength={300}
          defaultValue={failedForm?.getFieldValue('justificativa') ?? ''}
        />
      )}
    </>
  )
}

/** After the approval of a retained one: its record, to be completed. */
export function DispensingRecordPanel({ details, failedForm }: PrescriptionFormProps) {
  if (!details.isRetained || details.prescription.status !== 'approved') return null
  return (
    <Panel title={texts.recordTitle}>
      {details.isRecordIncomplete && <Message tone="warn">{texts.incompleteHint}</Message>}
      <PostForm className={stack}>
        <DispensingRecordFields details={details} failedForm={failedForm} />
        <Button variant="outline" name="decisao" value="completar">
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
  const toFieldProps = (name: string, recordedValue: string | undefined) => ({
    name: `${name}-${partId}`,
    autoComplete: 'off',
    defaultValue: failedForm?.getFieldValue(`${name}-${partId}`) ?? recordedValue ?? '',
  })
  const { name, registration } = details.prescribersByPartId.get(partId) ?? { name: '', registration: '' }
  const isProlonged = failedForm ? failedForm.getFieldValue(`prolongado-${partId}`) === '1' : part.isProlonged
  return (
    <FieldSet legend={texts.factsLegend(part.patient)}>
      <div className={stack}>
        <input type="hidden" name="receita" value={partId} />
        <div className={fieldPair}>
          <TextField label={texts.age} hint={texts.ageHint} maxLength={20} {...toFieldProps('idade', part.age)} />
          <Select label={texts.sex} {...toFieldProps('sexo', part.sex)}>
            <option value="">{texts.chooseOption}</option>
            {(['F', 'M'] as const).map((sex) => (
              <option key={sex} value={sex}>
                {texts.sexes[sex]}
              </option>
            ))}
          </Select>
        </div>
        <TextField label={texts.prescriber} maxLength={120} {...toFieldProps('prescritor', name)} />
        <div className={fieldPair}>
          <TextField
            label={texts.registration}
            hint={texts.registrationHint}
            maxLength={40}
            {...toFieldProps('registro', registration)}
          />
          <TextField label={texts.sncr} hint={texts.sncrHint} maxLength={40} {...toFieldProps('sncr', part.sncr)} />
        </div>
        <Checkbox name={`prolongado-${partId}`} value="1" defaultChecked={isProlonged} label={texts.prolonged} />
      </div>
    </FieldSet>
  )
}
