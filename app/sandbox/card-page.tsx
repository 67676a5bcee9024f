import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { throwAsErrorPage, throwNotFound } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { row, stack } from '../styles/shared.css.ts'
import { sandboxPaymentTexts as texts } from '../texts/checkout.ts'
import { formatMoney } from '../texts/format.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Select } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export const handle: RouteHandle = { Layout: EmptyLayout }

/** The sandbox's simulated card page, without a card. Outside the sandbox there is no such page. */
async function requireCharge({ request, context }: LoaderFunctionArgs) {
  const cardProvider = context.shop.simulators?.card
  if (!cardProvider) return throwNotFound()
  const id = new URL(request.url).searchParams.get('pedido') ?? ''
  return { cardProvider, charge: await cardProvider.getOrderView(id).catch(throwAsErrorPage) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { charge } = await requireCharge(args)
  return { charge }
}

/** Calls the shop's webhook, as a provider does, and redirects the browser back. */
export async function action(args: ActionFunctionArgs) {
  const { cardProvider, charge } = await requireCharge(args)
  const formData = await readForm(args.request)
  const installmentCount = Math.min(charge.maxInstallments, Math.max(1, Number(formData.get('parcelas')) || 1))
  const intent = formData.get('intent')
  if (intent === 'decline') await cardProvider.declinePayment(charge.id).catch(throwAsErrorPage)
  else if (intent === 'hold') await cardProvider.startPaymentReview(charge.id, installmentCount).catch(throwAsErrorPage)
  else await cardProvider.approvePayment(charge.id, installmentCount).catch(throwAsErrorPage)
  return redirect(charge.returnPath, 303)
}

export const meta: MetaFunction = () => [{ title: texts.cardTitle }, { name: 'robots', content: 'noindex' }]

export default function SandboxCardPage() {
  const { charge } = useLoaderData<typeof loader>()
  const { status, maxInstallments } = charge
  const isPending = status === 'payable' || status === 'in_review'
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.cardTitle}</h1>
      <p>{texts.cardIntro}</p>
      <Panel as="div">
        <DescriptionList
          items={[
            { name: texts.message, value: charge.message },
            { name: texts.amount, value: formatMoney(charge.amountCents) },
            { name: texts.state, value: texts.states[status] },
          ]}
        />
        {isPending && (
          // Some browsers, such as w3m, send a form without an action to the page's path alone.
          <PostForm className={stack} action={`/sandbox/cartao?pedido=${charge.id}`}>
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
      <ButtonLink variant="outline" href={charge.returnPath}>
        {texts.back}
      </ButtonLink>
    </div>
  )
}
