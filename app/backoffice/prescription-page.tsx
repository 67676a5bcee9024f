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
import { approvalFormId, DecisionPanel, decisionId } from './prescription-decision.tsx'
import { PrescriptionFacts } from './prescription-facts.tsx'
import { approve, completeRecord, reject, setRepeats } from './prescription-forms.server.ts'
import { PrescriptionPicture } from './prescription-picture.tsx'
import { RepeatNotes, RepeatPanel, RepeatsOnApproval } from './prescription-repeats.tsx'
import { SignaturePanel, signatureDetails } from './prescription-signature.tsx'
import { type FailedForm, type StaffRequest, staffAction, staffLoader } from './staff-pages.server.tsx'

export const loader = staffLoader(show)

export const action = staffAction([approve, reject, completeRecord, setRepeats], show)

/** A prescription beside what is asked of it, and the pharmacist's decision. */
async function show({ shop, actor, params, root, url }: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const details = await shop.backoffice.prescriptions.findPrescription(actor, parseId(params.id))
  const { prescription, order } = details
  const errorForForm = (form: string) => (failedForm?.form === form ? failedForm : undefined)
  const files = prescription.parts.map((part) => ({
    part,
    source: `${root}/receitas/${prescription.id}/arquivo/${part.id}`,
  }))
  return {
    title: texts.titleOf(order.id),
    ...(prescription.decision === null && {
      skipTo: { id: decisionId, text: backofficeTexts.skipToDecision, key: 's' },
    }),
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>
            <a href={`${root}/pedidos/${order.id}`}>{texts.titleOf(order.id)}</a>
          </h1>
          <Badge tone="info">{orderStatusTexts[order.status]}</Badge>
          <QueueLinks details={details} root={root} />
        </div>
        {failedForm && failedForm.field !== 'motivo' && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <div className={prescriptionCss.reviewLayout}>
          <div className={`${stack} ${prescriptionCss.file}`}>
            {files.map(({ part, source }) => (
              <PrescriptionPicture key={part.id} part={part} source={source} path={url.pathname} />
            ))}
          </div>
          <div className={`${stack} ${prescriptionCss.request}`}>
            <RepeatNotes details={details} root={root} />
            <PrescriptionFacts details={details} root={root} />
          </div>
          <div className={`${stack} ${prescriptionCss.answer}`}>
            <DecisionPanel details={details} failedForm={failedForm} pharmacist={actor} />
            <RecordPanel details={details} failedForm={errorForForm('completar')} />
            <RepeatPanel details={details} failedForm={errorForForm('repetir')} />
          </div>
          <div className={`${stack} ${prescriptionCss.rest}`} id={signatureDetails}>
            <RepeatsOnApproval details={details} failedForm={errorForForm('aprovar')} form={approvalFormId} />
            {files.map(({ part, source }) => (
              <SignaturePanel key={part.id} details={details} part={part} source={source} />
            ))}
          </div>
        </div>
      </div>
    ),
  }
}

/** Its place among those that wait, and the ways to its neighbours. */
function QueueLinks({
  details: { previousId, nextId, queuePosition, queueLength },
  root,
}: {
  details: BackofficePrescription
  root: string
}) {
  return (
    <nav className={`${row} ${css.end}`} aria-label={texts.queueLabel}>
      {previousId !== null && (
        <ButtonLink variant="outline" href={`${root}/receitas/${previousId}`}>
          {texts.previous}
        </ButtonLink>
      )}
      {queuePosition !== null && <span className={muted}>{texts.queuePosition(queuePosition, queueLength)}</span>}
      {nextId !== null && (
        <ButtonLink variant="outline" href={`${root}/receitas/${nextId}`}>
          {texts.next}
        </ButtonLink>
      )}
    </nav>
  )
}
