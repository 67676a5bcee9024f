import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import type { Prescription } from '#server/prescriptions/prescription.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { prescriptionUseTexts } from '../texts/prescription-use.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { FieldSet, Radio, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentButton } from './intent-button.tsx'
import * as css from './prescription.css.ts'
import { ApprovalFields, approvalFormId } from './prescription-approval.tsx'
import { rejectPrescriptionForm } from './prescription-forms.server.ts'
import { PictureRequestForm, PictureRequestMessage } from './prescription-picture-request.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

export const decisionSectionId = 'decisao'

interface DecisionPanelProps {
  details: BackofficePrescription
  request: StaffRequest
  /** Who would sign the decision. */
  pharmacist: { name: string; crf: string | null }
}

/** The decision, or the two forms that make it. */
export function DecisionPanel({ details, request, pharmacist }: DecisionPanelProps) {
  const { prescription } = details
  if (prescription.decision) return <DecisionSummary details={details} decision={prescription.decision} />
  return (
    <section className={css.decisionSection} id={decisionSectionId} tabIndex={-1} aria-label={texts.decision}>
      <Panel hiddenTitle={texts.decision} as="div">
        <PictureRequestMessage details={details} />
        <PostForm className={stack} id={approvalFormId}>
          <SeenState seenHash={details.seenPictures} />
          <ApprovalFields details={details} request={request} />
          <IntentButton intent="aprovar" label={texts.approve} size="wide" name="decision" />
          <p className={muted}>{texts.signedBy(pharmacist.name, pharmacist.crf ?? '')}</p>
        </PostForm>
        <RejectionForm details={details} request={request} />
        <PictureRequestForm details={details} request={request} />
        <p className={muted}>{texts.keyboardHint}</p>
      </Panel>
    </section>
  )
}

type DecisionSummaryProps = { details: BackofficePrescription; decision: NonNullable<Prescription['decision']> }

function DecisionSummary({
  details: {
    prescription: { status, reason },
    order,
  },
  decision: { by: decidedBy, at: decidedAt, justification, approvedUnits },
}: DecisionSummaryProps) {
  const isApproved = status === 'approved'
  return (
    <Panel title={texts.decision}>
      <p>
        <Badge tone={isApproved ? 'ok' : 'plain'}>{isApproved ? texts.approved : texts.rejected}</Badge> {reason}
      </p>
      <p>{texts.decidedBy(decidedBy.name, decidedBy.crf, formatDateAndTime(decidedAt))}</p>
      {approvedUnits.map(({ productId, units, orderedUnits }) => (
        <p key={productId}>
          {prescriptionUseTexts.approvedUnits(
            order.lines.find((line) => line.productId === productId)?.name ?? '',
            units,
            orderedUnits,
          )}
        </p>
      ))}
      {justification && (
        <p>
          {prescriptionUseTexts.justificationTitle}: {justification}
        </p>
      )}
    </Panel>
  )
}

/** One of the usual reasons, another, or both. */
function RejectionForm({ details, request }: Omit<DecisionPanelProps, 'pharmacist'>) {
  const { field, failedForm } = showStaffForm(rejectPrescriptionForm, request, { texts: texts.rejectionFields })
  return (
    <PostForm className={stack}>
      <SeenState seenHash={details.seenPictures} />
      <FieldSet legend={texts.rejectLegend} id="reason" error={failedForm?.getFieldError('reason') ?? null}>
        {texts.reasons.map((reason) => (
          <Radio key={reason} label={reason} name="reason" value={reason} />
        ))}
      </FieldSet>
      <TextField {...field('note')} isOptional={false} />
      <IntentButton intent="rejeitar" label={texts.reject} variant="danger" name="decision" />
    </PostForm>
  )
}
