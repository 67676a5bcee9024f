import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { notFound, throwAsErrorPage } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { row, stack } from '../styles/shared.css.ts'
import { sandboxTexts as texts } from '../texts/checkout.ts'
import { formatMoney } from '../texts/format.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Select } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export const handle: RouteHandle = { Layout: EmptyLayout }

/** The sandbox's pretend card page, without a card. Outside the sandbox there is no such page. */
async function requireInvoice({ request, context }: LoaderFunctionArgs) {
  const card = context.shop.payments.sandbox?.card
  if (!card) return notFound()
  const id = new URL(request.url).searchParams.get('pedido') ?? ''
  return { card, invoice: await card.getOrderView(id).catch(throwAsErrorPage) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { invoice } = await requireInvoice(args)
  return { invoice }
}

/** Calls the shop's webhook, as a provider does, and redirects the browser back. */
export async function action(args: ActionFunctionArgs) {
  const { card, invoice } = await requireInvoice(args)
  const form = await readForm(args.request)
  const installmentCount = Math.min(invoice.maxInstallments, Math.max(1, Number(form.get('parcelas')) || 1))
  const intent = form.get('intent')
  if (intent === 'decline') await card.decline(invoice.id).catch(throwAsErrorPage)
  else if (intent === 'hold') await card.startReview(invoice.id, installmentCount).catch(throwAsErrorPage)
  else await card.approve(invoice.id, installmentCount).catch(throwAsErrorPage)
  return redirect(invoice.returnPath, 303)
}

export const meta: MetaFunction = () => [{ title: texts.cardTitle }, { name: 'robots', content: 'noindex' }]

export default function PretendCardPage() {
  const { invoice } = useLoaderData<typeof loader>()
  const { status, maxInstallments } = invoice
  const isPending = status === 'payable' || status === 'in_review'
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.cardTitle}</h1>
      <p>{texts.cardIntro}</p>
      <Panel as="div">
        <DescriptionList
          items={[
            { name: texts.message, value: invoice.message },
            { name: texts.amount, value: formatMoney(invoice.amountCents) },
            { name: texts.state, value: texts.states[status] },
          ]}
        />
        {isPending && (
          // Some browsers, such as w3m, send a form without an address of its own to the page's path alone.
          <PostForm className={stack} action={`/sandbox/cartao?pedido=${invoice.id}`}>
            {status === 'payable' && maxInstallments > 1 && (
              <Select id="parcelas" name="parcelas" label={texts.installments}>
                {Array.from({ length: maxInstallments }, (_, index) => index + 1).map((count) => (
                  <option key={count} value={count}>
                    {texts.installmentOption(count)}
                  </option>
                ))}
              </Select>
            )}
            <div className={row}>
              <Button>{texts.approve}</Button>
              <Button variant="danger" name="intent" value="decline">
                {texts.decline}
              </Button>
              {status === 'payable' && (
                <Button variant="outline" name="intent" value="hold">
                  {texts.approveLater}
                </Button>
              )}
            </div>
          </PostForm>
        )}
      </Panel>
      <ButtonLink variant="outline" href={invoice.returnPath}>
        {texts.back}
      </ButtonLink>
    </div>
  )
}
