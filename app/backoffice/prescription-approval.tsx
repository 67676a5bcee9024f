import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import { pair, stack } from '../styles/shared.css.ts'
import { prescriptionUseTexts as texts } from '../texts/prescription-use.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, FieldSet, Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

interface ApprovalFieldsProps {
  details: BackofficePrescription
  failedForm: FailedForm | undefined
}

/** The fields beside "Aprovar": what a retained prescription needs. */
export function ApprovalFields({ details, failedForm }: ApprovalFieldsProps) {
  const decidedUses = details.uses.filter(({ decision }) => decision !== null)
  return (
    <>
      <input type="hidden" name="usos" value={decidedUses.map(({ prescriptionId }) => prescriptionId).join()} />
      <RecordFields details={details} failedForm={failedForm} />
      {details.isRetained && decidedUses.length > 0 && (
        <TextField
          label={texts.justification}
          hint={texts.justificationHint}
          name="justificativa"
          optional
          maxLength={300}
          defaultValue={failedForm?.fieldValue('justificativa') ?? ''}
        />
      )}
    </>
  )
}

/** After the approval of a retained one: its record, to be completed. */
export function RecordPanel({ details, failedForm }: ApprovalFieldsProps) {
  if (!details.isRetained || details.prescription.status !== 'approved') return null
  return (
    <Panel title={texts.recordTitle}>
      {details.isRecordIncomplete && <Message tone="warn">{texts.incompleteHint}</Message>}
      <PostForm className={stack}>
        <RecordFields details={details} failedForm={failedForm} />
        <Button variant="outline" name="decisao" value="completar">
          {texts.saveRecord}
        </Button>
      </PostForm>
    </Panel>
  )
}

/** What the record of each retained part needs. */
function RecordFields({ details, failedForm }: ApprovalFieldsProps) {
  return details.retainedPartIds.map((id) => (
    <PartRecordFields key={id} details={details} id={id} failedForm={failedForm} />
  ))
}

/** Filled with what the customer typed and the certificate says, for the pharmacist to compare with the file. */
function PartRecordFields({ details, id, failedForm }: ApprovalFieldsProps & { id: number }) {
  const part = details.prescription.parts.find((each) => each.id === id)
  if (!part) return null
  const fieldProps = (name: string, recordedValue: string | undefined) => ({
    name: `${name}-${id}`,
    autoComplete: 'off',
    defaultValue: failedForm?.fieldValue(`${name}-${id}`) ?? recordedValue ?? '',
  })
  const { name, registration } = details.prescribers.get(id) ?? { name: '', registration: '' }
  const isProlonged = failedForm ? failedForm.fieldValue(`prolongado-${id}`) === '1' : part.isProlonged
  return (
    <FieldSet legend={texts.factsLegend(part.patient)}>
      <div className={stack}>
        <input type="hidden" name="receita" value={id} />
        <div className={pair}>
          <TextField label={texts.age} hint={texts.ageHint} maxLength={20} {...fieldProps('idade', part.age)} />
          <Select label={texts.sex} {...fieldProps('sexo', part.sex)}>
            <option value="">{texts.chooseOption}</option>
            {(['F', 'M'] as const).map((sex) => (
              <option key={sex} value={sex}>
                {texts.sexes[sex]}
              </option>
            ))}
          </Select>
        </div>
        <TextField label={texts.prescriber} maxLength={120} {...fieldProps('prescritor', name)} />
        <div className={pair}>
          <TextField
            label={texts.registration}
            hint={texts.registrationHint}
            maxLength={40}
            {...fieldProps('registro', registration)}
          />
          <TextField label={texts.sncr} hint={texts.sncrHint} maxLength={40} {...fieldProps('sncr', part.sncr)} />
        </div>
        <Checkbox name={`prolongado-${id}`} value="1" defaultChecked={isProlonged} label={texts.prolonged} />
      </div>
    </FieldSet>
  )
}
