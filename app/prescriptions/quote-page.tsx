import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { customerAction, customerForm } from '../http/handle-forms.server.ts'
import { flashMessage, noStoreHeaders } from '../http/responses.server.ts'
import { savedFormResult } from '../http/saved-form.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { prescriptionTexts } from '../texts/checkout.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { quoteTexts as texts } from '../texts/quotes.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { formStateOf } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { upload } from './prescription-form.css.ts'

const quotePath = '/orcar-receita'

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const { prescriptions } = args.context.shop
  const [quotes, patients] = await Promise.all([
    prescriptions.listQuotes(customer.id),
    prescriptions.listPatients(customer.id),
  ])
  return {
    quotes: quotes.map(({ prescriptionId, sentAt, answeredAt, answer, bagToken, orderId }) => ({
      id: prescriptionId,
      sentAt: formatDateAndTime(sentAt),
      isAnswered: answeredAt !== null,
      answer,
      bagToken,
      orderId,
    })),
    patient: patients[0]?.name ?? `${customer.firstName} ${customer.lastName}`.trim(),
    savedResult: savedFormResult(args, customer, prescriptionTexts.fileAgain),
  }
}

export const headers = noStoreHeaders

export const action = customerAction(
  customerForm({
    intent: 'quote',
    schema: ({ prescriptions }) => prescriptions.forms.NewQuoteForm,
    fields: { patient: 'pacient', file: 'file', note: 'note' },
    isResumable: true,
    run: ({ shop, visitor }, quote) => shop.prescriptions.requestQuote(visitor.customer.id, visitor.branch.id, quote),
    next: () => ({ to: quotePath, flash: flashMessage('ok', texts.sentReply) }),
  }),
)

export const meta = noindexMeta(texts.title)

/** A prescription's photo first: the staff answer with a bag, which the customer pays by its link. */
export default function QuotePage() {
  const { quotes, patient, savedResult } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = formStateOf(actionData ?? (savedResult ? { form: 'quote', result: savedResult } : undefined))
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={form.errors} />
      <p>{texts.intro}</p>
      {quotes.map((quote) => (
        <Panel key={quote.id} title={texts.sentAt(quote.sentAt)}>
          <p>{quote.isAnswered ? quote.answer || texts.bagReady : texts.pending}</p>
          {quote.orderId !== null ? (
            <a href={`/minha-conta/pedidos/${quote.orderId}`}>{texts.order(quote.orderId)}</a>
          ) : (
            quote.bagToken && <ButtonLink href={`/sacola/${quote.bagToken}`}>{texts.openBag}</ButtonLink>
          )}
        </Panel>
      ))}
      <Panel title={texts.formTitle}>
        <PostForm className={`${stack} ${upload}`} encType="multipart/form-data">
          <TextField
            id="file"
            name="file"
            label={prescriptionTexts.file}
            hint={prescriptionTexts.fileHint}
            type="file"
            accept="image/jpeg,image/png,image/webp,application/pdf"
            error={form.fieldError('file')}
          />
          <TextField
            id="pacient"
            name="pacient"
            label={prescriptionTexts.patient}
            hint={prescriptionTexts.patientHint}
            required
            maxLength={120}
            defaultValue={form.fieldValue('pacient', patient)}
            error={form.fieldError('pacient')}
          />
          <TextField
            id="note"
            name="note"
            label={texts.note}
            hint={texts.noteHint}
            optional
            maxLength={300}
            defaultValue={form.fieldValue('note')}
            error={form.fieldError('note')}
          />
          <Button size="big" name="intent" value="quote">
            {texts.send}
          </Button>
        </PostForm>
        <p className={muted}>{texts.retention}</p>
      </Panel>
    </div>
  )
}
