import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createNoindexMeta } from '../seo/page-title.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { pixTexts as texts } from '../texts/checkout.ts'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { checkPaymentAction, loadChargePage } from './charge-page.server.ts'
import { SwitchPaymentMethodPanel } from './payment-method.tsx'
import { PaymentPollingLayout } from './payment-polling.tsx'
import { PixPayment } from './pix-payment.tsx'

export const handle: RouteHandle = { Layout: CheckoutLayout, hydratesEagerly: true }

export async function loader(args: LoaderFunctionArgs) {
  const { charge, chargePageData, headers } = await loadChargePage(args, 'pix')
  const { clock, simulators } = args.context.shop
  return data(
    {
      ...chargePageData,
      pixCode: charge.codeOrUrl,
      txid: charge.reference,
      // Rounded up: a shopper redirected too early would be asked to pay again.
      secondsLeft: Math.max(0, Math.ceil((charge.expiresAt.getTime() - clock.now().getTime()) / 1000)),
      sandboxBankHref: simulators?.payerBank ? `/sandbox/banco?txid=${charge.reference}` : null,
    },
    { headers },
  )
}

/** Remix takes a document's headers only from this export. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const action = checkPaymentAction

export const meta = createNoindexMeta(texts.title)

export default function PixPage() {
  const { needsPrescription, deliveryTime, paymentMethods, installments, isUnclear, ...chargeData } =
    useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <PaymentPollingLayout
      title={texts.title}
      needsPrescription={needsPrescription}
      isStillUnpaid={actionData !== undefined}
      isUnclear={isUnclear}
    >
      <PixPayment
        {...chargeData}
        path={`/checkout/${chargeData.orderId}/pix`}
        qrPath={`/checkout/${chargeData.orderId}/pix.svg`}
        afterwardsPath={`/checkout/${chargeData.orderId}`}
      >
        <SwitchPaymentMethodPanel
          orderId={chargeData.orderId}
          chosenMethod="pix"
          paymentMethods={paymentMethods}
          installments={installments}
        />
        <Panel as="div">
          <DeliveryTime {...deliveryTime} needsPrescription={needsPrescription} />
        </Panel>
      </PixPayment>
    </PaymentPollingLayout>
  )
}
