import type { ReactNode } from 'react'
import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import { muted, stack, tightStack } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { signatureTexts as texts } from '../texts/signature.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'

type PrescriptionPart = BackofficePrescription['prescription']['parts'][number]
type Signature = NonNullable<ReturnType<BackofficePrescription['signaturesByPartId']['get']>>[number]

interface SignaturePanelProps {
  details: BackofficePrescription
  part: PrescriptionPart
  fileHref: string
}

export const signatureDetailsId = 'assinatura'

const badgeToneByVerdictTone = { ok: 'ok', info: 'info', warn: 'low', error: 'error' } as const

/** Tone, title and hint of a verdict. */
function describeVerdict(
  { verdict, root, missingAuthority }: Signature,
  isRetained: boolean,
): readonly [tone: keyof typeof badgeToneByVerdictTone, title: string, hint: string] {
  if (verdict === 'advanced' && isRetained) return texts.advancedIsNotEnough
  const [tone, title, hint] = texts.verdicts[verdict]
  if (verdict === 'advanced' && !/governo|gov\.?-?br/i.test(root ?? '')) return [tone, texts.otherAdvanced, hint]
  const isChainOpen = verdict === 'incomplete' || verdict === 'unknownGovernment'
  return [tone, title, isChainOpen && missingAuthority ? `${texts.missingAuthority(missingAuthority)} ${hint}` : hint]
}

/** Who signed, and when as far as that can be read. */
export function formatSignerAndTime({ signer, claimedAt, fileClaimedAt }: Signature): string {
  const time = claimedAt ?? fileClaimedAt
  return [signer?.name || texts.unnamedSigner, time && formatDateAndTime(new Date(time))].filter(Boolean).join(', ')
}

/** Badges with the verdict on each signature of a PDF, linked to the details; null for a photo. */
export function renderVerdictBadges(
  { signaturesByPartId, retainedPartIds }: BackofficePrescription,
  { id, fileType }: PrescriptionPart,
): ReactNode {
  if (fileType !== 'application/pdf') return null
  const partSignatures = signaturesByPartId.get(id) ?? []
  const badges = partSignatures.flatMap((signature): [label: string, tone: keyof typeof badgeToneByVerdictTone][] => {
    const [tone, title] = describeVerdict(signature, retainedPartIds.includes(id))
    const signerName = signature.signer?.name || texts.unnamedSigner
    return [
      [partSignatures.length > 1 ? texts.badge(title, signerName) : title, tone],
      ...(signature.namesOtherPerson ? [[texts.nameMismatch, 'warn'] as [string, 'warn']] : []),
    ]
  })
  if (badges.length === 0) badges.push([signaturesByPartId.has(id) ? texts.unsigned : texts.notCheckedYet, 'warn'])
  return (
    <a className={tightStack} href={`#${signatureDetailsId}`}>
      {badges.map(([label, tone], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one for each signature, in their order
        <Badge key={index} tone={badgeToneByVerdictTone[tone]}>
          {label}
        </Badge>
      ))}
    </a>
  )
}

/** What the drawing of a part's PDF does not show as it is written. */
export function DrawingMessages({ part: { signatures, leftOut = [] } }: { part: PrescriptionPart }) {
  return (
    <>
      {signatures?.hasUndrawnText && (
        <Message tone="error" title={texts.undrawnTitle}>
          <p>{texts.undrawnHint}</p>
        </Message>
      )}
      {leftOut.length > 0 && (
        <Message title={texts.leftOutTitle}>
          <p>{texts.leftOutHint(leftOut.map((content) => texts.leftOut[content]))}</p>
        </Message>
      )}
    </>
  )
}

/** Who signed a prescription's file, and how far that can be trusted. */
export function SignaturePanel({ details, part, fileHref }: SignaturePanelProps) {
  if (part.fileType === null) return null
  if (part.fileType !== 'application/pdf')
    return (
      <Panel title={texts.title}>
        <Message title={texts.photoUnsigned}>
          <p>{texts.photoHint}</p>
        </Message>
      </Panel>
    )
  return (
    <Panel title={texts.title}>
      <Signatures details={details} part={part} fileHref={fileHref} />
      <p className={muted}>{texts.uncheckedHint}</p>
      <ButtonLink variant="outline" href="https://validar.iti.gov.br/" target="_blank" rel="noreferrer">
        {texts.openValidator}
      </ButtonLink>
    </Panel>
  )
}

function Signatures({ details, part, fileHref }: SignaturePanelProps) {
  const signatures = details.signaturesByPartId.get(part.id)
  if (!signatures)
    return (
      <Message tone="warn" title={texts.notCheckedYet}>
        <p>{texts.notCheckedYetHint}</p>
      </Message>
    )
  if (signatures.length === 0)
    return (
      <Message tone="warn" title={texts.unsigned}>
        <p>{texts.unsignedHint}</p>
      </Message>
    )
  const signatureCount = part.signatures?.count ?? 0
  return (
    <>
      {signatureCount > signatures.length && <p>{texts.signatureCountHint(signatureCount, signatures.length)}</p>}
      {signatures.map((signature, index) => (
        <SignatureDetails
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never change places
          key={index}
          signature={signature}
          laterSignatures={signatures.filter(({ end, signer }) => signer !== null && end > signature.end)}
          isRetained={details.retainedPartIds.includes(part.id)}
          part={part}
          fileHref={fileHref}
        />
      ))}
    </>
  )
}

interface SignatureDetailsProps {
  signature: Signature
  /** Those that cover it, too. */
  laterSignatures: Signature[]
  isRetained: boolean
  part: PrescriptionPart
  fileHref: string
}

function SignatureDetails({ signature, laterSignatures, isRetained, part, fileHref }: SignatureDetailsProps) {
  const { verdict, problem, signer, root: trustedRootName } = signature
  const [tone, title, hint] = describeVerdict(signature, isRetained)
  const signerIdText = [signer?.cpf && `CPF ${signer.cpf}`, signer?.registration].filter(Boolean).join(', ')
  return (
    <div className={stack}>
      <Message tone={tone} title={title}>
        {problem && <p>{texts.problems[problem]}</p>}
        <p>{hint}</p>
      </Message>
      {signature.namesOtherPerson && (
        <Message tone="warn" title={texts.nameMismatch}>
          <p>{texts.nameMismatchHint(part.issuers, signer?.name ?? '')}</p>
        </Message>
      )}
      {signer && (
        <DescriptionList
          items={[
            {
              name: texts.signer,
              value: (
                <>
                  <b>{signer.name || texts.unnamedSigner}</b>
                  {signerIdText && <br />}
                  {signerIdText}
                </>
              ),
            },
            { name: texts.signedAt, value: <SigningTime signature={signature} /> },
            {
              name: texts.chain,
              value: (
                <>
                  {[trustedRootName, signer.issuer].filter(Boolean).join(', ')}
                  {trustedRootName !== null && <br />}
                  {trustedRootName !== null && texts.trustedRoot}
                </>
              ),
            },
            { name: texts.changedAfterSigning, value: formatChangeAfterSigning(signature, laterSignatures) },
            {
              name: texts.claimedCouncil,
              value: part.signatures?.registration && `${part.signatures.registration}, ${texts.claimedCouncilHint}`,
            },
          ]}
        />
      )}
      {verdict === 'changed' && (
        <ButtonLink variant="outline" href={`${fileHref}?assinado=1`} target="_blank" rel="noreferrer">
          {texts.seeSignedRevision}
        </ButtonLink>
      )}
    </div>
  )
}

/** By the signer's clock; where it cannot be read, what the file states beside the signature. */
function SigningTime({ signature: { claimedAt, fileClaimedAt } }: { signature: Signature }) {
  if (claimedAt !== null) return `${formatDateAndTime(new Date(claimedAt))}, ${texts.signerClockHint}`
  return (
    <>
      {texts.unreadableTime}
      <br />
      {fileClaimedAt && `${texts.fileTime(formatDateAndTime(new Date(fileClaimedAt)))}. `}
      {texts.unjudgedValidity}
    </>
  )
}

function formatChangeAfterSigning(
  { seal, isAppended, drawsSame: rendersIdentically }: Signature,
  laterSignatures: Signature[],
): string | false {
  if (seal !== 'intact') return false
  if (!isAppended) return texts.appendedContent.none
  if (rendersIdentically !== true) return texts.appendedContent.other
  return laterSignatures.length > 0
    ? texts.signedLater(laterSignatures.map((later) => formatSignerAndTime(later)).join('; '))
    : texts.appendedContent.same
}
