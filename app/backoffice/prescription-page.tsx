import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { orderStatusTexts } from '../texts/backoffice/orders.ts'
import { prescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import * as prescriptionCss from './prescription.css.ts'
import { RecordPanel } from './prescription-approval.tsx'
import { approvalFormId, DecisionPanel, decisionSectionId } from './prescription-decision.tsx'
import { approveForm, completeRecordForm, rejectForm, setRepeatsForm } from './prescription-forms.server.ts'
import { PrescriptionPicture } from './prescription-picture.tsx'
import { RepeatMessages, RepeatPanel, RepeatsOnApproval } from './prescription-repeats.tsx'
import { SignaturePanel, signatureDetailsId } from './prescription-signature.tsx'
import { PrescriptionSummary } from './prescription-summary.tsx'
import { type FailedForm, type StaffRequest, staffAction, staffLoader } from './staff-pages.server.tsx'

export const loader = staffLoader(loadView)

export const action = staffAction([approveForm, rejectForm, completeRecordForm, setRepeatsForm], loadView)

/** A prescription beside what is asked of it, and the pharmacist's decision. */
async function loadView({ shop, actor, params, root, url }: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const details = await shop.backoffice.prescriptions.getPrescription(actor, parseId(params.id))
  const { prescription, order } = details
  const getFailedForm = (formName: string) => (failedForm?.intent === formName ? failedForm : undefined)
  const files = prescription.parts.map((part) => ({
    part,
    fileHref: `${root}/receitas/${prescription.id}/arquivo/${part.id}`,
  }))
  return {
    title: texts.titleOf(order.id),
    ...(prescription.decision === null && {
      skipLink: { id: decisionSectionId, text: backofficeTexts.skipToDecision, accessKey: 's' },
    }),
    body: (
      <div className={stack}>
        <div className={css.pageHeader}>
          <h1>
            <a href={`${root}/pedidos/${order.id}`}>{texts.titleOf(order.id)}</a>
          </h1>
          <Badge tone="info">{orderStatusTexts[order.status]}</Badge>
          <QueueNavigation details={details} root={root} />
        </div>
        {failedForm && failedForm.firstErrorFieldId !== 'motivo' && (
          <FormErrorMessage>{failedForm.message}</FormErrorMessage>
        )}
        <div className={prescriptionCss.reviewLayout}>
          <div className={`${stack} ${prescriptionCss.fileArea}`}>
            {files.map(({ part, fileHref }) => (
              <PrescriptionPicture key={part.id} part={part} fileHref={fileHref} path={url.pathname} />
            ))}
          </div>
          <div className={`${stack} ${prescriptionCss.requestArea}`}>
            <RepeatMessages details={details} root={root} />
            <PrescriptionSummary details={details} root={root} />
          </div>
          <div className={`${stack} ${prescriptionCss.actionArea}`}>
            <DecisionPanel details={details} failedForm={failedForm} pharmacist={actor} />
            <RecordPanel details={details} failedForm={getFailedForm('completar')} />
            <RepeatPanel details={details} failedForm={getFailedForm('repetir')} />
          </div>
          <div className={`${stack} ${prescriptionCss.detailsArea}`} id={signatureDetailsId}>
            <RepeatsOnApproval details={details} failedForm={getFailedForm('aprovar')} formId={approvalFormId} />
            {files.map(({ part, fileHref }) => (
              <SignaturePanel key={part.id} details={details} part={part} fileHref={fileHref} />
            ))}
          </div>
        </div>
      </div>
    ),
  }
}

/** Its place among those that wait, and the ways to its neighbours. */
function QueueNavigation({
  details: { previousId, nextId, queuePosition, queueLength },
  root,
}: {
  details: BackofficePrescription
  root: string
}) {
  return (
    <nav className={`${row} ${css.alignEnd}`} aria-label={texts.queueLabel}>
      {previousId !== null && (
        <ButtonLink variant="outline" href={`${root}/receitas/${previousId}`}>
          {texts.previousPrescription}
        </ButtonLink>
      )}
      {queuePosition !== null && <span className={muted}>{texts.queuePosition(queuePosition, queueLength)}</span>}
      {nextId !== null && (
        <ButtonLink variant="outline" href={`${root}/receitas/${nextId}`}>
          {texts.nextPrescription}
        </ButtonLink>
      )}
    </nav>
  )
}
