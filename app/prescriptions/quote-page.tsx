import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { readSavedFormResult } from '../http/saved-form.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { prescriptionTexts } from '../texts/checkout.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { quoteTexts as texts } from '../texts/quotes.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { createFieldProps } from '../ui/field/field-props.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { uploadForm } from './prescription-form.css.ts'

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
      sentAtText: formatDateAndTime(sentAt),
      isAnswered: answeredAt !== null,
      answer,
      bagToken,
      orderId,
    })),
    patientName: patients[0]?.name ?? `${customer.firstName} ${customer.lastName}`.trim(),
    inputs: describeInputs(prescriptions.forms.QuoteRequestForm),
    savedResult: readSavedFormResult(args, customer, prescriptionTexts.chooseFileAgain),
  }
}

export const headers = buildNoStoreHeaders

export const action = createCustomerAction(
  defineCustomerForm({
    intent: 'quote',
    schema: ({ prescriptions }) => prescriptions.forms.QuoteRequestForm,
    fields: { patient: 'pacient', file: 'file' },
    isResumable: true,
    run: ({ shop, visitor }, quote) => shop.prescriptions.requestQuote(visitor.customer.id, visitor.branch.id, quote),
    respond: () => ({ to: quotePath, flash: createFlashMessage('ok', texts.sentMessage) }),
  }),
)

export const meta = createNoindexMeta(texts.title)

/** A prescription's photo first: the staff reply with a bag, which the customer pays by its link. */
export default function QuotePage() {
  const { quotes, patientName, inputs, savedResult } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const formState = toFormState(actionData ?? (savedResult ? { intent: 'quote', result: savedResult } : undefined))
  const field = createFieldProps<keyof typeof texts.fields>({
    inputs,
    texts: texts.fields,
    names: { patient: 'pacient' },
    values: { patient: patientName },
    state: formState,
  })
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={formState.errors} />
      <p>{texts.intro}</p>
      {quotes.map((quote) => (
        <Panel key={quote.id} title={texts.sentAt(quote.sentAtText)}>
          <p>{quote.isAnswered ? quote.answer || texts.bagReady : texts.pendingHint}</p>
          {quote.orderId !== null ? (
            <a href={`/minha-conta/pedidos/${quote.orderId}`}>{texts.seeOrder(quote.orderId)}</a>
          ) : (
            quote.bagToken && <ButtonLink href={`/sacola/${quote.bagToken}`}>{texts.openBag}</ButtonLink>
          )}
        </Panel>
      ))}
      <Panel title={texts.formTitle}>
        <PostForm className={`${stack} ${uploadForm}`} encType="multipart/form-data">
          <TextField
            id="file"
            name="file"
            label={prescriptionTexts.file}
            hint={prescriptionTexts.fileHint}
            type="file"
            accept="image/jpeg,image/png,image/webp,application/pdf"
            error={formState.getFieldError('file')}
          />
          <TextField {...field('patient')} />
          <TextField {...field('note')} />
          <Button size="big" name="intent" value="quote">
            {texts.send}
          </Button>
        </PostForm>
        <p className={muted}>{texts.retentionHint}</p>
      </Panel>
    </div>
  )
}
