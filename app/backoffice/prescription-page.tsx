import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { labelBackofficeStatus } from '../texts/backoffice/orders.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import * as prescriptionCss from './prescription.css.ts'
import { approvalFormId, DispensingRecordPanel, IssueDatePanel } from './prescription-approval.tsx'
import { DecisionPanel, decisionSectionId } from './prescription-decision.tsx'
import {
  approvePrescriptionForm,
  completeDispensingRecordForm,
  rejectPrescriptionForm,
  requestPictureForm,
  setRepeatsForm,
} from './prescription-forms.server.ts'
import { PrescriptionPicture } from './prescription-picture.tsx'
import { PendingRepeatPanel, RepeatMessages, RepeatPanel } from './prescription-repeats.tsx'
import { DrawingMessages, SignaturePanel, signatureDetailsId } from './prescription-signature.tsx'
import { PrescriptionSummary } from './prescription-summary.tsx'
import { SharedSubstances } from './shared-substances.tsx'
import { createStaffAction, createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

export const action = createStaffAction(
  [approvePrescriptionForm, rejectPrescriptionForm, requestPictureForm, completeDispensingRecordForm, setRepeatsForm],
  loadView,
)

/** A prescription's file beside its request and the pharmacist's decision. */
async function loadView(request: StaffRequest): Promise<View> {
  const { id, backoffice, actor, rootPath, url } = request
  const details = await backoffice.prescriptions.getPrescription(id)
  const { prescription, order } = details
  const partFiles = prescription.parts.map((part) => ({
    part,
    fileHref: `${rootPath}/receitas/${prescription.id}/arquivo/${part.id}`,
  }))
  return {
    title: texts.orderTitle(order.id),
    ...(prescription.decision === null && {
      skipLink: { id: decisionSectionId, text: backofficeTexts.skipToDecision, accessKey: 's' },
    }),
    heading: <a href={`${rootPath}/pedidos/${order.id}`}>{texts.orderTitle(order.id)}</a>,
    header: (
      <>
        <Badge tone="info">{labelBackofficeStatus(order)}</Badge>
        <PrescriptionQueueNav details={details} rootPath={rootPath} />
      </>
    ),
    content: (
      <div className={prescriptionCss.reviewLayout}>
        <div className={`${stack} ${prescriptionCss.fileArea}`}>
          {partFiles.map(({ part, fileHref }) => (
            <PrescriptionPicture key={part.id} part={part} fileHref={fileHref} pagePath={url.pathname} />
          ))}
        </div>
        <div className={`${stack} ${prescriptionCss.requestArea}`}>
          {prescription.parts.map((part) => (
            <DrawingMessages key={part.id} part={part} />
          ))}
          <SharedSubstances sharedSubstances={details.sharedSubstances} />
          <RepeatMessages details={details} rootPath={rootPath} />
          <PrescriptionSummary details={details} rootPath={rootPath} />
          <IssueDatePanel details={details} request={request} />
        </div>
        <div className={`${stack} ${prescriptionCss.actionArea}`}>
          <DecisionPanel details={details} request={request} pharmacist={actor} />
          <DispensingRecordPanel details={details} request={request} />
          <RepeatPanel details={details} request={request} />
        </div>
        <div className={`${stack} ${prescriptionCss.detailsArea}`} id={signatureDetailsId}>
          <PendingRepeatPanel details={details} request={request} formId={approvalFormId} />
          {partFiles.map(({ part, fileHref }) => (
            <SignaturePanel key={part.id} details={details} part={part} fileHref={fileHref} />
          ))}
        </div>
      </div>
    ),
  }
}

type PrescriptionQueueNavProps = { details: BackofficePrescription; rootPath: string }

/** Its position in the queue, with links to the previous and the next one. */
function PrescriptionQueueNav({
  details: { previousId, nextId, queuePosition, queueLength },
  rootPath,
}: PrescriptionQueueNavProps) {
  return (
    <nav className={`${row} ${css.alignEnd}`} aria-label={texts.queueLabel}>
      {previousId !== null && (
        <ButtonLink variant="outline" href={`${rootPath}/receitas/${previousId}`}>
          {texts.previousPrescription}
        </ButtonLink>
      )}
      {queuePosition !== null && <span className={muted}>{texts.queuePosition(queuePosition, queueLength)}</span>}
      {nextId !== null && (
        <ButtonLink variant="outline" href={`${rootPath}/receitas/${nextId}`}>
          {texts.nextPrescription}
        </ButtonLink>
      )}
    </nav>
  )
}
