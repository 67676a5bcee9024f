import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isRefusal, refusalInit, refusalPage, seeOther } from '../answers.server.ts'
import { said } from '../bag-forms.server.ts'
import { Button } from '../components/button/button.tsx'
import { ErrorSummary } from '../components/error-summary/error-summary.tsx'
import { Checkbox, TextField } from '../components/field/field.tsx'
import { Panel } from '../components/panel/panel.tsx'
import { FormGuard } from '../document/form-guard.tsx'
import { guardForm } from '../forms.server.ts'
import { idFrom } from '../ids.ts'
import { titleOf } from '../page-title.ts'
import { readForm } from '../read-form.server.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { laboratoryTexts as texts } from '../texts/checkout.ts'
import { fields } from '../texts/fields.ts'
import { formatMoney } from '../texts/format.ts'
import { visitorOf } from '../visitor.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const { bag, branch } = await visitorOf(args)
  const id = idFrom(new URL(args.request.url).searchParams.get('id'))
  const product = (await shop.catalogue.findProducts(branch.id, [id])).get(id)
  if (!product?.isPbm) throw data({ message: undefined }, 404)
  const consented = bag.laboratoryId ? await shop.laboratory.productsOf(bag.laboratoryId) : []
  return { id, name: product.name, priceCents: product.priceCents, hasConsented: consented.includes(id) }
}

/** 'Quero o desconto': takes consent and CPF together; the CPF is never sent back to the page. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const { catalogue, laboratory } = context.shop
  const { bag, branch, customer } = await visitorOf(args)
  const form = await readForm(request)
  if (form.get('intent') === 'withdraw') {
    if (bag.laboratoryId) await laboratory.withdraw(bag.laboratoryId)
    const rest = { ...bag, laboratoryId: undefined }
    return seeOther(context, '/checkout/sacola', { bag: rest, flash: said('ok', texts.withdrawn) })
  }
  if (!['on', 'true', '1'].includes(String(form.get('consent'))))
    return data({ field: 'consent', message: fields.consent }, 422)
  try {
    await guardForm(args, form)
    const cpf = String(form.get('cpf') ?? '')
    const productId = idFrom(form.get('id'))
    const wish = { branchId: branch.id, productId, cpf, customerId: customer?.id, replaces: bag.laboratoryId }
    const laboratoryId = await laboratory.optIn(wish)
    const changed = { ...bag, laboratoryId }
    const product = (await catalogue.findProducts(branch.id, [productId])).get(productId)
    const isInBag = bag.lines.some((line) => line.productId === productId)
    return isInBag || !product
      ? await seeOther(context, '/checkout/sacola', { bag: changed, flash: said('ok', texts.done) })
      : await seeOther(context, `/produto/${product.slug}`, { bag: changed, flash: said('ok', texts.doneBefore) })
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.status === 404) return refusalPage(error)
    return data({ field: error.field ?? 'cpf', message: error.message }, refusalInit(error))
  }
}

export const meta: MetaFunction = ({ matches }) => [
  { title: titleOf(matches, texts.title) },
  { name: 'robots', content: 'noindex' },
]

export default function LaboratoryPage() {
  const { id, name, priceCents, hasConsented } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && 'message' in answer ? answer : null
  const errorFor = (field: string) => (refused?.field === field ? refused.message : null)
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={refused ? [{ id: refused.field, message: refused.message }] : []} />
      <Panel as="div">
        <p>{texts.intro(name)}</p>
        <p>{texts.note(formatMoney(priceCents))}</p>
        <form className={stack} method="post">
          <FormGuard />
          <input type="hidden" name="id" value={id} />
          <TextField
            label={texts.cpf}
            hint={texts.cpfHint}
            name="cpf"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={14}
            error={errorFor('cpf')}
          />
          <Checkbox
            id="consent"
            name="consent"
            label={texts.consent}
            required
            defaultChecked={refused !== null && refused.field !== 'consent'}
            error={errorFor('consent')}
          />
          <Button size="big">{texts.submit}</Button>
        </form>
        {hasConsented && (
          <form method="post">
            <Button variant="text" name="intent" value="withdraw">
              {texts.withdraw}
            </Button>
          </form>
        )}
      </Panel>
    </div>
  )
}
