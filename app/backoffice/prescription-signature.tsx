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

type Part = BackofficePrescription['prescription']['parts'][number]
type Signature = NonNullable<ReturnType<BackofficePrescription['signatures']['get']>>[number]

interface SignaturePanelProps {
  details: BackofficePrescription
  part: Part
  /** The address of its file. */
  source: string
}

/** Where the details stand on the page. */
export const signatureDetails = 'assinatura'

const badgeTones = { ok: 'ok', info: 'info', warn: 'low', error: 'error' } as const

/** What speaks for a PDF's signatures or against them, in a word each that leads to the details; null for a photo. */
export function summarizeVerdicts({ signatures }: BackofficePrescription, { id, fileType }: Part): ReactNode {
  if (fileType !== 'application/pdf') return null
  const partSignatures = signatures.get(id)
  const verdictTones = new Map<string, keyof typeof badgeTones>()
  for (const { verdict, namesAnother } of partSignatures ?? []) {
    const [tone, label] = texts.verdicts[verdict]
    verdictTones.set(label, tone)
    if (namesAnother) verdictTones.set(texts.another, 'warn')
  }
  if (verdictTones.size === 0) verdictTones.set(partSignatures ? texts.none : texts.later, 'warn')
  return (
    <a className={tightStack} href={`#${signatureDetails}`}>
      {[...verdictTones].map(([label, tone]) => (
        <Badge key={label} tone={badgeTones[tone]}>
          {label}
        </Badge>
      ))}
    </a>
  )
}

/** Who signed a prescription's file, and what of that can be relied on. */
export function SignaturePanel({ details, part, source }: SignaturePanelProps) {
  if (part.fileType === null) return null
  if (part.fileType !== 'application/pdf')
    return (
      <Panel title={texts.title}>
        <Message title={texts.photo}>
          <p>{texts.photoHint}</p>
        </Message>
      </Panel>
    )
  return (
    <Panel title={texts.title}>
      <Signatures details={details} part={part} source={source} />
      <p className={muted}>{texts.unverified}</p>
      <ButtonLink variant="outline" href="https://validar.iti.gov.br/" target="_blank" rel="noreferrer">
        {texts.validator}
      </ButtonLink>
    </Panel>
  )
}

function Signatures({ details, part, source }: SignaturePanelProps) {
  const signatures = details.signatures.get(part.id)
  if (!signatures)
    return (
      <Message tone="warn" title={texts.later}>
        <p>{texts.laterHint}</p>
      </Message>
    )
  if (signatures.length === 0)
    return (
      <Message tone="warn" title={texts.none}>
        <p>{texts.noneHint}</p>
      </Message>
    )
  const count = part.signatures?.count ?? 0
  return (
    <>
      {count > signatures.length && <p>{texts.many(count, signatures.length)}</p>}
      {signatures.map((signature, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never change places
        <SignatureFacts key={at} signature={signature} part={part} source={source} />
      ))}
    </>
  )
}

function SignatureFacts({ signature, part, source }: { signature: Signature; part: Part; source: string }) {
  const { verdict, signer, claimedAt, root } = signature
  const [tone, title, hint] = texts.verdicts[verdict]
  const numbers = [signer?.cpf && `CPF ${signer.cpf}`, signer?.registration].filter(Boolean).join(', ')
  return (
    <div className={stack}>
      <Message tone={tone} title={title}>
        <p>{hint}</p>
      </Message>
      {signature.namesAnother && (
        <Message tone="warn" title={texts.another}>
          <p>{texts.anotherHint(part.issuers, signer?.name ?? '')}</p>
        </Message>
      )}
      {signer && (
        <DescriptionList
          items={[
            {
              name: texts.who,
              value: (
                <>
                  <b>{signer.name || texts.unnamed}</b>
                  {numbers && <br />}
                  {numbers}
                </>
              ),
            },
            {
              name: texts.when,
              value: claimedAt !== null && `${formatDateAndTime(new Date(claimedAt))}, ${texts.byClock}`,
            },
            {
              name: texts.chain,
              value: (
                <>
                  {[root, signer.issuer].filter(Boolean).join(', ')}
                  {root !== null && <br />}
                  {root !== null && texts.trustedRoot}
                </>
              ),
            },
            { name: texts.changedAfter, value: changeText(signature) },
            {
              name: texts.claimed,
              value: part.signatures?.registration && `${part.signatures.registration}, ${texts.claimedBy}`,
            },
          ]}
        />
      )}
      {verdict === 'changed' && (
        <ButtonLink variant="outline" href={`${source}?assinado=1`} target="_blank" rel="noreferrer">
          {texts.signedPart}
        </ButtonLink>
      )}
    </div>
  )
}

function changeText({ seal, isAppended, drawsSame }: Signature): string | false {
  if (seal !== 'intact') return false
  if (!isAppended) return texts.appended.none
  return drawsSame === true ? texts.appended.same : texts.appended.other
}
