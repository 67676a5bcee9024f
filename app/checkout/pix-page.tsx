import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePayableOrder } from '../http/access.server.ts'
import { noindexMeta } from '../seo/page-title.ts'
import type { RouteHandle } from '../shell/route-handle.ts'
import { stack } from '../styles/shared.css.ts'
import { pixTexts as texts } from '../texts/checkout.ts'
import { formatTime } from '../texts/dates.ts'
import { orderPromise } from '../texts/order-promise.ts'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { OtherWay } from './payment-way.tsx'
import { PixPayment } from './pix-payment.tsx'
import { refreshing, useWatchedPayment } from './watched-payment.tsx'

export const handle: RouteHandle = { eager: true }

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const order = await requirePayableOrder(args)
  const charge = await shop.payments.findCharge(order.customerId, order.id)
  if (charge?.provider !== 'pix') throw redirect(`/checkout/${order.id}`, 303)
  const { refreshes, headers } = refreshing(args.request)
  return data(
    {
      orderId: order.id,
      amountCents: charge.amountCents,
      pixCode: charge.payable,
      txid: charge.reference,
      // Rounded up: who is led away before the end would be asked to pay again.
      secondsLeft: Math.max(0, Math.ceil((charge.expiresAt.getTime() - shop.clock.now().getTime()) / 1000)),
      until: formatTime(charge.expiresAt),
      bankHref: shop.payments.sandbox?.bank ? `/sandbox/banco?txid=${charge.reference}` : null,
      refreshes,
      ways: shop.payments.ways,
      installments: shop.payments.installmentsOf(charge.amountCents),
      delivery: orderPromise(order, await shop.delivery.findBranch(order.branchId), shop.clock.now()),
      needsPrescription: order.lines.some(({ requiresPrescription }) => requiresPrescription),
    },
    { headers },
  )
}

/** Remix takes a document's headers only from this export. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** 'Já paguei': asks the bank at once. */
export async function action(args: ActionFunctionArgs) {
  const { id, customerId } = await requirePayableOrder(args)
  const status = await args.context.shop.payments.checkPayment(customerId, id, { ask: true })
  // The rule leads an order that no longer waits to where it belongs.
  if (status !== 'pending') await requirePayableOrder(args)
  return data({ notYet: true })
}

export const meta = noindexMeta(texts.title)

export default function PixPage() {
  const { needsPrescription, delivery, ways, installments, ...charge } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  useWatchedPayment()
  return (
    <div className={stack}>
      <PurchaseSteps at="payment" needsPrescription={needsPrescription} />
      <h1>{texts.title}</h1>
      {answer && 'notYet' in answer && (
        <Message tone="info" role="status">
          <p>{texts.notYet}</p>
        </Message>
      )}
      <PixPayment {...charge}>
        <OtherWay orderId={charge.orderId} way="pix" ways={ways} installments={installments} />
        <Panel as="div">
          <DeliveryTime branch={delivery} needsPrescription={needsPrescription} />
        </Panel>
      </PixPayment>
    </div>
  )
}
