import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { throwNotFound } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { row, stack } from '../styles/shared.css.ts'
import { sandboxPaymentTexts as texts } from '../texts/checkout.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export const handle: RouteHandle = { Layout: EmptyLayout }

/** A simulated payment provider's page. Outside the sandbox there is no such page. */
async function requireCharge({ request, context }: LoaderFunctionArgs) {
  const paymentPage = context.shop.simulators?.paymentPage
  const reference = new URL(request.url).searchParams.get('transaction_reference') ?? ''
  const charge = await paymentPage?.findCharge(reference)
  if (!paymentPage || !charge) return throwNotFound()
  return { paymentPage, reference, charge }
}

export async function loader(args: LoaderFunctionArgs) {
  const { reference, charge } = await requireCharge(args)
  return { ...charge, reference }
}

/** Calls the shop's webhook first, as a provider does, and then redirects the browser back. */
export async function action(args: ActionFunctionArgs) {
  const { paymentPage, reference, charge } = await requireCharge(args)
  const isRefused = (await readForm(args.request)).get('intent') === 'refuse'
  await paymentPage.sendReport(reference, isRefused ? 'refused' : 'paid', charge.amountCents)
  return redirect(isRefused ? `/fail-payment/${charge.orderId}` : `/minha-conta/pedidos/${charge.orderId}`, 303)
}

export const meta: MetaFunction = () => [{ title: texts.externalPageTitle }, { name: 'robots', content: 'noindex' }]

export default function SandboxPaymentPage() {
  const { orderId, amountCents, reference } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.externalPageTitle}</h1>
      <p>{texts.externalPageIntro}</p>
      <Panel as="div">
        <DescriptionList
          items={[
            { name: texts.order, value: orderId },
            { name: texts.amount, value: formatMoney(amountCents) },
          ]}
        />
        <PostForm className={row} action={`/sandbox/pagamento?transaction_reference=${reference}`}>
          <Button name="intent" value="pay">
            {texts.pay}
          </Button>
          <Button variant="danger" name="intent" value="refuse">
            {texts.refuse}
          </Button>
        </PostForm>
      </Panel>
    </div>
  )
}
