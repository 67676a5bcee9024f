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
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export const handle: RouteHandle = { Layout: EmptyLayout }

/** The sandbox's pretend bank, as the payer's app would show it. Outside the sandbox there is no such page. */
async function requireInvoice({ request, context }: LoaderFunctionArgs) {
  const bank = context.shop.payments.sandbox?.bank
  if (!bank) return notFound()
  const txid = new URL(request.url).searchParams.get('txid') ?? ''
  return { bank, invoice: await bank.getChargeView(txid).catch(throwAsErrorPage) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { invoice } = await requireInvoice(args)
  return { invoice }
}

export async function action(args: ActionFunctionArgs) {
  const { bank, invoice } = await requireInvoice(args)
  const form = await readForm(args.request)
  if (form.get('intent') === 'refuse') await bank.refuse(invoice.txid).catch(throwAsErrorPage)
  else await bank.pay(invoice.txid).catch(throwAsErrorPage)
  return redirect(chargePath(invoice.txid), 303)
}

const chargePath = (txid: string) => `/sandbox/banco?txid=${txid}`

export const meta: MetaFunction = () => [{ title: texts.bankTitle }, { name: 'robots', content: 'noindex' }]

export default function PretendBankPage() {
  const { invoice } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.bankTitle}</h1>
      <p>{texts.bankIntro}</p>
      <Panel as="div">
        <DescriptionList
          items={[
            { name: texts.receiverLabel, value: invoice.receiverName },
            { name: texts.message, value: invoice.message },
            { name: texts.amount, value: formatMoney(invoice.amountCents) },
            { name: texts.state, value: texts.states[invoice.status] },
          ]}
        />
        {invoice.status === 'payable' && (
          // Some browsers, such as w3m, send a form without an address of its own to the page's path alone.
          <PostForm className={row} action={chargePath(invoice.txid)}>
            <Button name="intent" value="pay">
              {texts.pay}
            </Button>
            <Button variant="danger" name="intent" value="refuse">
              {texts.refuse}
            </Button>
          </PostForm>
        )}
      </Panel>
      <ButtonLink variant="outline" href="/minha-conta?section=pedidos">
        {texts.back}
      </ButtonLink>
    </div>
  )
}
