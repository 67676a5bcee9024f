import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { throwNotFound } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { row } from '../styles/shared.css.ts'
import { sandboxPaymentTexts as texts } from '../texts/checkout.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ChargeLayout, PayButtons } from './charge-layout.tsx'

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
    <ChargeLayout
      title={texts.externalPageTitle}
      intro={texts.externalPageIntro}
      amountCents={amountCents}
      facts={[{ name: texts.order, value: orderId }]}
    >
      <PostForm className={row} action={`/sandbox/pagamento?transaction_reference=${reference}`}>
        <PayButtons />
      </PostForm>
    </ChargeLayout>
  )
}
