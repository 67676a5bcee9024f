import type { BackofficePrescription, PrescriptionUse } from '#server/backoffice/prescriptions.ts'
import { muted } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { prescriptionUseTexts as texts } from '../texts/prescription-use.ts'
import { Message } from '../ui/message/message.tsx'

/** Where the same prescription serves or has served. */
export function PrescriptionUses({ details, root }: { details: BackofficePrescription; root: string }) {
  const { uses, isRetained } = details
  const decidedUses = uses.filter(({ decision }) => decision !== null)
  const pendingUses = uses.filter(({ decision }) => decision === null)
  return (
    <>
      {uses.length === 0 && <p className={muted}>{texts.firstUse}</p>}
      {decidedUses.length > 0 && (
        <Message
          tone={isRetained ? 'error' : 'warn'}
          title={isRetained ? texts.alreadyUsedUp : texts.usedCount(decidedUses.length)}
        >
          <UseList uses={decidedUses} root={root} />
        </Message>
      )}
      {pendingUses.length > 0 && (
        <Message tone="warn" title={texts.alsoSent}>
          <UseList uses={pendingUses} root={root} />
        </Message>
      )}
    </>
  )
}

function UseList({ uses, root }: { uses: PrescriptionUse[]; root: string }) {
  return uses.map(({ prescriptionId, orderId, branchName, units, decision, isOtherCustomer, mayOpen }) => (
    <p key={prescriptionId}>
      {mayOpen ? <a href={`${root}/receitas/${prescriptionId}`}>{texts.order(orderId)}</a> : texts.order(orderId)}
      {`, ${[
        decision ? formatDateAndTime(decision.at) : texts.undecidedLabel,
        branchName,
        texts.unitCount(units),
        ...(isOtherCustomer ? [texts.byAnotherAccount] : []),
      ].join(', ')}`}
    </p>
  ))
}
