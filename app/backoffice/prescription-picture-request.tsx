import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import { muted } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { pictureRequestTexts as texts } from '../texts/picture-requests.ts'
import { FieldSet, Radio, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { FoldedForm } from './folded-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { requestPictureForm } from './prescription-forms.server.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type PictureRequestMessageProps = { details: BackofficePrescription }

/** Another picture that was asked for, or that has come. */
export function PictureRequestMessage({
  details: {
    prescription: { pictureRequest },
  },
}: PictureRequestMessageProps) {
  if (pictureRequest?.state === 'waiting') {
    const { by: pharmacist, reason, dueAt } = pictureRequest
    return <Message tone="warn">{texts.waitingFor(pharmacist.name, reason, formatDateAndTime(dueAt))}</Message>
  }
  if (!pictureRequest?.answeredAt) return null
  return <Message>{texts.answeredHint(formatDateAndTime(pictureRequest.answeredAt))}</Message>
}

/** Asks the customer for another picture, in place of a rejection. */
export function PictureRequestForm({ details, request }: { details: BackofficePrescription; request: StaffRequest }) {
  const { prescription, order, seenPictures } = details
  const parts = prescription.parts.filter(({ fileType }) => fileType !== null)
  const [firstPart] = parts
  if (!firstPart || order.status !== 'prescription_review' || prescription.pictureRequest?.state === 'waiting')
    return null
  const { field, failedForm } = showStaffForm(requestPictureForm, request, { texts: texts.fields })
  return (
    <FoldedForm title={texts.requestTitle} isOpen={failedForm !== undefined}>
      <SeenState seenHash={seenPictures} />
      {parts.length === 1 ? (
        <input type="hidden" name="part_id" value={firstPart.id} />
      ) : (
        <FieldSet legend={texts.partLegend}>
          {parts.map(({ id, patient, products }, index) => (
            <Radio
              key={id}
              name="part_id"
              value={id}
              defaultChecked={index === 0}
              label={texts.part(patient, products.map(({ name }) => name).join(', '))}
            />
          ))}
        </FieldSet>
      )}
      <FieldSet legend={texts.reasonLegend} id="picture_reason" error={failedForm?.getFieldError('reason') ?? null}>
        {texts.reasons.map((reason) => (
          <Radio key={reason} label={reason} name="reason" value={reason} />
        ))}
      </FieldSet>
      <TextField {...field('note')} isOptional={false} />
      <IntentButton intent="pedir-foto" label={texts.request} variant="outline" name="decision" />
      <p className={muted}>{texts.requestHint}</p>
    </FoldedForm>
  )
}
