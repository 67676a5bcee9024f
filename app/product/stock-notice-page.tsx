import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { StockNoticeKind } from '#server/database/schema.ts'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { createFlashMessage, throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
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
  const { name, slug, stock, isSellableOnline, isPromoAllowed, priceCents } = await catalogue
    .getProductBySlug(branch.id, args.params.slug ?? '')
    .catch(throwAsErrorPage)
  const kind: StockNoticeKind = stock > 0 ? 'price' : 'stock'
  // What is there need not be waited for, and a lower price only where the law lets a price be praised (RDC 44/2009, art. 54).
  if (slug !== args.params.slug || (kind === 'price' && !(isSellableOnline && isPromoAllowed)))
    throw redirect(`/produto/${slug}`)
  return { name, slug, kind, priceCents, email: customer?.email ?? '' }
}

const createNoticeForm = (kind: StockNoticeKind) =>
  defineShopForm({
    intent: kind,
    schema: () => z.object({ email: z.string().default('') }),
    hasBotProtection: true,
    async run({ args, shop: { catalogue }, visitor: { branch } }, { email }) {
      const product = await catalogue.getProductBySlug(branch.id, args.params.slug ?? '').catch(throwAsErrorPage)
      const price = kind === 'price' ? product : null
      await catalogue.stockNotices.requestNotice(email, product, branch.id, args.context.clientNetwork, price)
      return product.slug
    },
    respond: (_, slug) => ({
      to: `/produto/${slug}`,
      flash: createFlashMessage('ok', texts.kinds[kind].doneMessage),
    }),
  })

export const action = createShopAction(createNoticeForm('price'), createNoticeForm('stock'))

export const meta = createNoindexMeta<typeof loader>((data) => data && texts.kinds[data.kind].title)

export default function StockNoticePage() {
  const { name, slug, kind, priceCents, email } = useLoaderData<typeof loader>()
  const { getFieldValue, message } = toFormState(useActionData<typeof action>())
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.kinds[kind].title}</h1>
      <ErrorSummary errors={message ? [{ id: 'email', message }] : []} />
      {kind === 'stock' && <Message tone="warn">{texts.unavailable}</Message>}
      <Panel as="div">
        <p>{texts.kinds[kind].intro(name, formatMoney(priceCents))}</p>
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
          <Button size="big" name="intent" value={kind}>
            {texts.submit}
          </Button>
        </PostForm>
      </Panel>
      <p>
        <a href={`/produto/${slug}`}>{texts.back}</a>
      </p>
    </div>
  )
}
