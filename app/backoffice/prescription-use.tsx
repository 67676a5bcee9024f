import type { BackofficePrescription, PrescriptionUse } from '#server/backoffice/prescriptions.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { useTexts as texts } from '../texts/prescription-use.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'

/** Where the same prescription serves or has served. */
export function UsePanel({ found }: { found: BackofficePrescription }) {
  const { uses, isRetained } = found
  const served = uses.filter(({ decision }) => decision !== null)
  const waiting = uses.filter(({ decision }) => decision === null)
  return (
    <Panel title={texts.title}>
      {uses.length === 0 && <p>{texts.first}</p>}
      {served.length > 0 && (
        <Message
          tone={isRetained ? 'error' : 'warn'}
          title={isRetained ? texts.servedOnce : texts.served(served.length)}
        >
          <Uses uses={served} />
        </Message>
      )}
      {waiting.length > 0 && (
        <Message tone="warn" title={texts.alsoSent}>
          <Uses uses={waiting} />
        </Message>
      )}
    </Panel>
  )
}

function Uses({ uses }: { uses: PrescriptionUse[] }) {
  return uses.map(({ prescriptionId, orderId, branchName, units, decision, isOtherCustomer }) => (
    <p key={prescriptionId}>
      {decision && `${formatDateAndTime(decision.at)}, `}
      {texts.use(orderId, branchName, units)}{' '}
      {decision ? texts.approvedBy(decision.by.name, decision.by.crf) : texts.undecided}
      {isOtherCustomer && ` ${texts.byAnother}`}
    </p>
  ))
}
