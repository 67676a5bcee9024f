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
  /** The path of its file. */
  fileHref: string
}

/** The id of the element with the details. */
export const signatureDetailsId = 'assinatura'

const badgeToneByVerdictTone = { ok: 'ok', info: 'info', warn: 'low', error: 'error' } as const

/** Badges with the verdicts on a PDF's signatures, linked to the details; null for a photo. */
export function renderVerdictBadges(
  { signaturesByPartId }: BackofficePrescription,
  { id, fileType }: PrescriptionPart,
): ReactNode {
  if (fileType !== 'application/pdf') return null
  const partSignatures = signaturesByPartId.get(id)
  const toneByLabel = new Map<string, keyof typeof badgeToneByVerdictTone>()
  for (const { verdict, namesOtherPerson } of partSignatures ?? []) {
    const [tone, label] = texts.verdicts[verdict]
    toneByLabel.set(label, tone)
    if (namesOtherPerson) toneByLabel.set(texts.nameMismatch, 'warn')
  }
  if (toneByLabel.size === 0) toneByLabel.set(partSignatures ? texts.unsigned : texts.notCheckedYet, 'warn')
  return (
    <a className={tightStack} href={`#${signatureDetailsId}`}>
      {[...toneByLabel].map(([label, tone]) => (
        <Badge key={label} tone={badgeToneByVerdictTone[tone]}>
          {label}
        </Badge>
      ))}
    </a>
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
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never change places
        <SignatureDetails key={index} signature={signature} part={part} fileHref={fileHref} />
      ))}
    </>
  )
}

function SignatureDetails({
  signature,
  part,
  fileHref,
}: {
  signature: Signature
  part: PrescriptionPart
  fileHref: string
}) {
  const { verdict, signer, claimedAt, root: trustedRootName } = signature
  const [tone, title, hint] = texts.verdicts[verdict]
  const signerIdText = [signer?.cpf && `CPF ${signer.cpf}`, signer?.registration].filter(Boolean).join(', ')
  return (
    <div className={stack}>
      <Message tone={tone} title={title}>
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
            {
              name: texts.signedAt,
              value: claimedAt !== null && `${formatDateAndTime(new Date(claimedAt))}, ${texts.signerClockHint}`,
            },
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
            { name: texts.changedAfterSigning, value: formatChangeAfterSigning(signature) },
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

function formatChangeAfterSigning({ seal, isAppended, drawsSame: rendersIdentically }: Signature): string | false {
  if (seal !== 'intact') return false
  if (!isAppended) return texts.appendedContent.none
  return rendersIdentically === true ? texts.appendedContent.same : texts.appendedContent.other
}
