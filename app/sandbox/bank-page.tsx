import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { throwAsErrorPage, throwNotFound } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { row } from '../styles/shared.css.ts'
import { sandboxPaymentTexts as texts } from '../texts/checkout.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ChargeLayout, PayButtons } from './charge-layout.tsx'

export const handle: RouteHandle = { Layout: EmptyLayout }

/** The sandbox's simulated bank, as the payer's app would show it. Outside the sandbox there is no such page. */
async function requireCharge({ request, context }: LoaderFunctionArgs) {
  const bank = context.shop.simulators?.payerBank
  if (!bank) return throwNotFound()
  const txid = new URL(request.url).searchParams.get('txid') ?? ''
  return { bank, charge: await bank.getChargeView(txid).catch(throwAsErrorPage) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { charge } = await requireCharge(args)
  return { charge }
}

export async function action(args: ActionFunctionArgs) {
  const { bank, charge } = await requireCharge(args)
  const formData = await readForm(args.request)
  if (formData.get('intent') === 'refuse') await bank.refuseCharge(charge.txid).catch(throwAsErrorPage)
  else await bank.payCharge(charge.txid).catch(throwAsErrorPage)
  return redirect(buildChargePath(charge.txid), 303)
}

const buildChargePath = (txid: string) => `/sandbox/banco?txid=${txid}`

export const meta: MetaFunction = () => [{ title: texts.bankTitle }, { name: 'robots', content: 'noindex' }]

export default function SandboxBankPage() {
  const { charge } = useLoaderData<typeof loader>()
  return (
    <ChargeLayout
      title={texts.bankTitle}
      intro={texts.bankIntro}
      amountCents={charge.amountCents}
      facts={[
        { name: texts.receiverLabel, value: charge.receiverName },
        { name: texts.message, value: charge.message },
      ]}
      state={texts.states[charge.status]}
      returnPath="/minha-conta?section=pedidos"
    >
      {charge.status === 'payable' && (
        // Some browsers, such as w3m, send a form without an action to the page's path alone.
        <PostForm className={row} action={buildChargePath(charge.txid)}>
          <PayButtons />
        </PostForm>
      )}
    </ChargeLayout>
  )
}
