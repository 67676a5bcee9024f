import type { BackofficePrescription, PrescriptionUse } from '#server/backoffice/prescriptions.ts'
import { muted } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { prescriptionUseTexts as texts } from '../texts/prescription-use.ts'
import { Message } from '../ui/message/message.tsx'
import { RestHint } from './list-pages.tsx'

/** The orders that use or have used the same prescription. */
export function PrescriptionUses({ details, rootPath }: { details: BackofficePrescription; rootPath: string }) {
  const { otherUses, isRetained } = details
  const decidedUses = otherUses.filter(({ decision }) => decision !== null)
  const pendingUses = otherUses.filter(({ decision }) => decision === null)
  return (
    <>
      {otherUses.length === 0 && <p className={muted}>{texts.firstUse}</p>}
      {decidedUses.length > 0 && (
        <Message
          tone={isRetained ? 'error' : 'warn'}
          title={isRetained ? texts.alreadyUsedUp : texts.usedCount(decidedUses.length)}
        >
          <UseList uses={decidedUses} rootPath={rootPath} />
        </Message>
      )}
      {pendingUses.length > 0 && (
        <Message tone="warn" title={texts.alsoSent}>
          <UseList uses={pendingUses} rootPath={rootPath} />
        </Message>
      )}
      <RestHint shownCount={otherUses.length} maxCount={10}>
        {texts.olderUsesHint}
      </RestHint>
    </>
  )
}

function UseList({ uses, rootPath }: { uses: PrescriptionUse[]; rootPath: string }) {
  return uses.map(({ prescriptionId, orderId, branchName, units, decision, isOtherCustomer, mayOpen }) => (
    <p key={prescriptionId}>
      {mayOpen ? <a href={`${rootPath}/receitas/${prescriptionId}`}>{texts.order(orderId)}</a> : texts.order(orderId)}
      {`, ${[
        decision ? formatDateAndTime(decision.at) : texts.undecidedLabel,
        branchName,
        texts.unitCount(units),
        ...(isOtherCustomer ? [texts.byAnotherAccount] : []),
      ].join(', ')}`}
    </p>
  ))
}
