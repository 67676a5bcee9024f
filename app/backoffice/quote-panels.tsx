import type { BackofficeQuote } from '#server/backoffice/quotes.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { backofficePrescriptionTexts as prescriptionTexts } from '../texts/backoffice/prescriptions.ts'
import { backofficeQuoteTexts as texts } from '../texts/quotes.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { TextField } from '../ui/field/field.tsx'
import type { GetFieldProps } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { PrescriptionPicture } from './prescription-picture.tsx'
import { DrawingMessages } from './prescription-signature.tsx'
import { QrCodes } from './qr-codes.tsx'

export function formatCustomerName({ customer }: BackofficeQuote): string {
  return `${customer?.firstName ?? ''} ${customer?.lastName ?? ''}`.trim()
}

type QuotePhotoProps = { details: BackofficeQuote; rootPath: string; pagePath: string }

export function QuotePhoto({ details, rootPath, pagePath }: QuotePhotoProps) {
  const { id, parts } = details.prescription
  return parts.map((part) => (
    <PrescriptionPicture
      key={part.id}
      part={part}
      fileHref={`${rootPath}/receitas/${id}/arquivo/${part.id}?orcamento`}
      pagePath={pagePath}
    />
  ))
}

/** The patient, the customer's note, and what its drawing does not show. */
export function QuoteDetails({ details: { quote, prescription } }: { details: BackofficeQuote }) {
  const qrCodes = prescription.parts.flatMap((part) => part.qrCodes)
  return (
    <Panel as="div">
      {prescription.parts.map((part) => (
        <DrawingMessages key={part.id} part={part} />
      ))}
      <DescriptionList
        items={[
          { name: texts.patient, value: prescription.parts[0]?.patient },
          { name: prescriptionTexts.qrCode, value: qrCodes.length > 0 && <QrCodes qrCodes={qrCodes} /> },
          { name: texts.note, value: quote.note && <b>{quote.note}</b> },
        ]}
      />
    </Panel>
  )
}

export const replyPanelId = 'resposta'

type QuoteReplyPanelProps = {
  details: BackofficeQuote
  lineCount: number
  field: GetFieldProps<'message'>
  action: string
}

/** The reply: the bag in the page's URL, or a message alone. */
export function QuoteReplyPanel({ details, lineCount, field, action }: QuoteReplyPanelProps) {
  if (details.quote.answeredAt !== null) return <p>{texts.alreadyAnswered}</p>
  return (
    <Panel title={texts.answer} id={replyPanelId}>
      <PostForm className={stack} action={action}>
        <p className={muted}>{lineCount > 0 ? texts.bagLineCount(lineCount) : texts.noBag}</p>
        <TextField {...field('message')} />
        <IntentButton intent="orcar" label={texts.send} />
      </PostForm>
    </Panel>
  )
}
