import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasEndedWithoutPurchase, requireCustomer } from '../http/access.server.ts'
import { parseId } from '../http/ids.ts'
import { isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { externalPaymentTexts as texts } from '../texts/checkout.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'

const redirectDelaySeconds = 2

/** Redirects to the provider's payment page, with or without scripts. */
export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const { payments, orders } = args.context.shop
  const order = await orders.getOrder(customer.id, parseId(args.params.id)).catch(throwAsErrorPage)
  // Whoever follows an old link here does not choose another payment method by it.
  if (!payments.offeredProviderNames.includes('external')) throw redirect(`/checkout/${order.id}`, 303)
  if (hasEndedWithoutPurchase(order)) throw redirect(`/fail-payment/${order.id}`, 303)
  // A payment of it may have arrived: nobody should pay twice.
  if (await payments.hasUnclearCharge(order.id)) throw redirect(`/minha-conta/pedidos/${order.id}`, 303)
  const { codeOrUrl: href } = await payments.chargeOrder(customer.id, order.id, 'external').catch((error: unknown) => {
    if (isShopError(error, 'order.notPayable')) throw redirect(`/minha-conta/pedidos/${order.id}`, 303)
    return throwAsErrorPage(error)
  })
  return data(
    { href },
    { headers: { Refresh: `${redirectDelaySeconds}; url=${href}`, 'Referrer-Policy': 'no-referrer' } },
  )
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = createNoindexMeta(texts.title)

export const handle: RouteHandle = { Layout: CheckoutLayout }

export default function ExternalPaymentPage() {
  const { href } = useLoaderData<typeof loader>()
  return (
    <div className={narrowColumn} role="dialog" aria-label={texts.title}>
      <Panel title={texts.title} headingLevel={1}>
        <p>{texts.text}</p>
        <ButtonLink size="big" href={href}>
          {texts.goToPayment}
        </ButtonLink>
      </Panel>
    </div>
  )
}
