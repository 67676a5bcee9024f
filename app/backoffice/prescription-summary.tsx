import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import type { Validity } from '#server/prescriptions/validity.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { formatDay } from '../texts/format.ts'
import { signatureTexts } from '../texts/signature.ts'
import { formatSncr } from '../texts/sncr.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { renderVerdictBadges } from './prescription-signature.tsx'
import { PrescriptionUses } from './prescription-uses.tsx'
import { QrCodes } from './qr-codes.tsx'

/** What the prescription is for, and the warnings about it. */
export function PrescriptionSummary({ details, rootPath }: { details: BackofficePrescription; rootPath: string }) {
  const { prescription, order, customer, strictestClassByPartId, validityByPartId } = details
  return (
    <Panel title={texts.factsTitle}>
      <PrescriptionUses details={details} rootPath={rootPath} />
      {prescription.parts.map((part) => (
        <div key={part.id} className={stack}>
          <DescriptionList
            items={[
              { name: texts.patient, value: <b>{part.patient}</b> },
              { name: texts.buyer, value: `${customer?.firstName ?? ''} ${customer?.lastName ?? ''}` },
              ...part.products.map((product) => ({
                name: texts.product,
                value: (
                  <>
                    <b>{product.name}</b>
                    <br />
                    {order.lines.find(({ productId }) => productId === product.id)?.quantity ?? 0} un.
                  </>
                ),
              })),
              {
                name: texts.rule,
                value: texts.rules[strictestClassByPartId.get(part.id) ?? 'RX'],
              },
              { name: texts.type, value: texts.types[part.type] },
              { name: signatureTexts.title, value: renderVerdictBadges(details, part) },
              { name: texts.issuers, value: part.issuers },
              { name: texts.code, value: part.code },
              { name: texts.qrCode, value: part.qrCodes.length > 0 && <QrCodes qrCodes={part.qrCodes} /> },
              { name: texts.sncr, value: part.sncr && formatSncr(part.sncr) },
              {
                name: texts.issuedAt,
                value: part.issuedAt === null ? texts.issuedAtUnknown : formatDay(part.issuedAt),
              },
            ]}
          />
          <ValidityMessage validity={validityByPartId.get(part.id) ?? null} />
        </div>
      ))}
    </Panel>
  )
}

function ValidityMessage({ validity }: { validity: Validity | null }) {
  if (!validity) return null
  if (validity.lastDay === null || validity.daysLeft === null)
    return validity.needsDateConfirmation ? (
      <Message tone="warn">{texts.issuedLongAgoHint(validity.ageInDays)}</Message>
    ) : null
  const lastDay = formatDay(validity.lastDay)
  if (validity.daysLeft < 0)
    return (
      <Message tone="error" title={texts.daysExpired(-validity.daysLeft)}>
        <p>{texts.expiredHint(lastDay)}</p>
      </Message>
    )
  return (
    <Message tone="ok" title={texts.validUntil(lastDay)}>
      <p>{texts.daysLeft(validity.daysLeft)}</p>
    </Message>
  )
}
