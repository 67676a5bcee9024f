import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parseId } from '../http/ids.ts'
import { throwNotFound } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { laboratoryTexts as texts } from '../texts/checkout.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { laboratoryAction } from './laboratory-forms.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const { bag, branch } = await loadVisitor(args)
  const productId = parseId(new URL(args.request.url).searchParams.get('id'))
  const product = (await shop.catalogue.findProducts(branch.id, [productId])).get(productId)
  if (!product?.isPbm) return throwNotFound()
  if (!shop.bags.laboratory.isEnabled) throw redirect('/selos/laboratorio-na-loja')
  const consentedProductIds = bag.laboratoryOptInId
    ? await shop.bags.laboratory.listOptInProductIds(bag.laboratoryOptInId)
    : []
  return {
    id: productId,
    name: product.name,
    priceCents: product.priceCents,
    hasConsented: consentedProductIds.includes(productId),
  }
}

export const action = laboratoryAction

export const meta = createNoindexMeta(texts.title)

export default function LaboratoryPage() {
  const { id, name, priceCents, hasConsented } = useLoaderData<typeof loader>()
  const { message, getFieldError } = toFormState(useActionData<typeof action>())
  const consentError = getFieldError('consent')
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={message ? [{ id: consentError ? 'consent' : 'cpf', message }] : []} />
      <Panel as="div">
        <p>{texts.intro(name)}</p>
        <p>{texts.priceNote(formatMoney(priceCents))}</p>
        <PostForm className={stack} onInput={maskFields}>
          <FormGuard />
          <input type="hidden" name="id" value={id} />
          <TextField
            label={texts.cpf}
            hint={texts.cpfHint}
            name="cpf"
            required
            inputMode="numeric"
            autoComplete="off"
            data-mask="cpf"
            error={consentError ? null : message}
          />
          <Checkbox
            id="consent"
            name="consent"
            label={texts.consent}
            required
            defaultChecked={message !== null && consentError === null}
            error={consentError}
          />
          <Button size="big">{texts.submit}</Button>
        </PostForm>
        {hasConsented && (
          <PostForm>
            <Button variant="text" name="intent" value="withdraw">
              {texts.withdrawConsent}
            </Button>
          </PostForm>
        )}
      </Panel>
    </div>
  )
}
