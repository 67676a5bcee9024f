import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { createFlashMessage, throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { stockNoticeTexts as texts } from '../texts/stock-notice.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { branch, customer } = await loadVisitor(args)
  const { catalogue } = args.context.shop
  const { name, slug, stock } = await catalogue
    .getProductBySlug(branch.id, args.params.slug ?? '')
    .catch(throwAsErrorPage)
  // An old link, or another region's: what is there need not be waited for.
  if (stock > 0) throw redirect(`/produto/${slug}`)
  return { name, slug, email: customer?.email ?? '' }
}

export const action = createShopAction(
  defineShopForm({
    intent: 'notify',
    schema: () => z.object({ email: z.string().default('') }),
    hasBotProtection: true,
    async run({ args, shop: { catalogue }, visitor: { branch } }, { email }) {
      const product = await catalogue.getProductBySlug(branch.id, args.params.slug ?? '').catch(throwAsErrorPage)
      await catalogue.stockNotices.requestNotice(email, product, branch.id, args.context.clientNetwork)
      return product.slug
    },
    respond: (_, slug) => ({ to: `/produto/${slug}`, flash: createFlashMessage('ok', texts.doneMessage) }),
  }),
)

export const meta = createNoindexMeta(texts.title)

export default function StockNoticePage() {
  const { name, slug, email } = useLoaderData<typeof loader>()
  const { getFieldValue, message } = toFormState(useActionData<typeof action>())
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={message ? [{ id: 'email', message }] : []} />
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
            defaultValue={getFieldValue('email', email)}
            error={message}
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
