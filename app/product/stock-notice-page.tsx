import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guardForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, refusalInit, refusalOf, refusalPage, seeOther } from '../http/responses.server.ts'
import { visitorOf } from '../http/visitor.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { stockNoticeTexts as texts } from '../texts/stock-notice.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { branch, customer } = await visitorOf(args)
  const { catalogue } = args.context.shop
  const { name, slug, stock } = await catalogue.findProductBySlug(branch.id, args.params.slug ?? '').catch(refusalPage)
  // An old link, or another region's: what is there need not be waited for.
  if (stock > 0) throw redirect(`/produto/${slug}`)
  return { name, slug, email: customer?.email ?? '' }
}

export async function action(args: ActionFunctionArgs) {
  const { shop } = args.context
  const { branch } = await visitorOf(args)
  const product = await shop.catalogue.findProductBySlug(branch.id, args.params.slug ?? '').catch(refusalPage)
  const form = await readForm(args.request)
  const email = String(form.get('email') ?? '').trim()
  try {
    await guardForm(args, form)
    await shop.catalogue.stockNotices.askForNotice(email, product, branch.id, args.context.network)
  } catch (error) {
    const refusal = refusalOf(args.context, error)
    return data({ refusal: refusal.message, email }, refusalInit(refusal))
  }
  return seeOther(args.context, `/produto/${product.slug}`, { flash: flashMessage('ok', texts.done) })
}

export const meta = noindexMeta(texts.title)

export default function StockNoticePage() {
  const { name, slug, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && 'refusal' in answer ? answer : null
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={refused ? [{ id: 'email', message: refused.refusal }] : []} />
      <Message tone="warn">{texts.unavailable}</Message>
      <Panel as="div">
        <p>{texts.intro(name)}</p>
        <PostForm className={stack}>
          <FormGuard />
          <TextField
            label={texts.email}
            hint={texts.hint}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={160}
            defaultValue={refused?.email ?? email}
            error={refused?.refusal}
          />
          <Button size="big">{texts.submit}</Button>
        </PostForm>
      </Panel>
      <p>
        <a href={`/produto/${slug}`}>{texts.back}</a>
      </p>
    </div>
  )
}
