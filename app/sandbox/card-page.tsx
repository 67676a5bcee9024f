import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { throwAsErrorPage, throwNotFound } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { row, stack } from '../styles/shared.css.ts'
import { sandboxPaymentTexts as texts } from '../texts/checkout.ts'
import { Button } from '../ui/button/button.tsx'
import { Select } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ChargeLayout } from './charge-layout.tsx'

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
    <ChargeLayout
      title={texts.cardTitle}
      intro={texts.cardIntro}
      amountCents={charge.amountCents}
      facts={[{ name: texts.message, value: charge.message }]}
      state={texts.states[status]}
      returnPath={charge.returnPath}
    >
      {isPending && (
        // Some browsers, such as w3m, send a form without an action to the page's path alone.
        <PostForm className={stack} action={`/sandbox/cartao?pedido=${charge.id}`}>
          {status === 'payable' && maxInstallments > 1 && (
            <Select
              id="parcelas"
              name="parcelas"
              label={texts.installments}
              options={Array.from({ length: maxInstallments }, (_, index) => [
                index + 1,
                texts.installmentOption(index + 1),
              ])}
            />
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
    </ChargeLayout>
  )
}
