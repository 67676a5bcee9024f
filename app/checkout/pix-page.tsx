import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
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
import { PixPayment } from './pix-payment.tsx'

/** Polling interval with scripts, in milliseconds; without scripts the browser refreshes the page, in seconds. */
const askEvery = 5000
const refreshEvery = 15

export const handle: RouteHandle = { eager: true }

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const order = await requirePayableOrder(args)
  const charge = await shop.payments.findCharge(order.customerId, order.id)
  if (!charge) throw redirect(`/checkout/${order.id}`, 303)
  const refreshes = new URL(args.request.url).searchParams.get('atualizar') !== 'nao'
  return data(
    {
      orderId: order.id,
      amountCents: charge.amountCents,
      pixCode: charge.pixCode,
      txid: charge.txid,
      // Rounded up: who is led away before the end would be asked to pay again.
      secondsLeft: Math.max(0, Math.ceil((charge.expiresAt.getTime() - shop.clock.now().getTime()) / 1000)),
      until: formatTime(charge.expiresAt),
      bankHref: shop.payments.sandboxBank ? `/sandbox/banco?txid=${charge.txid}` : null,
      refreshes,
      delivery: orderPromise(order, await shop.delivery.findBranch(order.branchId), shop.clock.now()),
      needsPrescription: order.lines.some(({ requiresPrescription }) => requiresPrescription),
    },
    { headers: refreshes ? { Refresh: String(refreshEvery) } : {} },
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
  const { needsPrescription, delivery, ...charge } = useLoaderData<typeof loader>()
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
        <Panel as="div">
          <DeliveryTime branch={delivery} needsPrescription={needsPrescription} />
        </Panel>
      </PixPayment>
    </div>
  )
}

/** Of the Navigation API's event, what is used. `info` marks a reload of the shop's own (`client/fetch-errors.ts`). */
interface Navigate {
  userInitiated: boolean
  info: unknown
  destination: { url: string }
}

/**
 * Polls the payment's status, and cancels the browser's own refresh where it can be distinguished from a shopper's click.
 * (`window.stop()` would cancel that click too.)
 */
function useWatchedPayment(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // The Navigation API, where supported; elsewhere the page is simply refreshed.
    const navigation = 'navigation' in window ? (window.navigation as EventTarget) : null
    const keepPage = (event: Event) => {
      const { userInitiated, info, destination } = event as Event & Navigate
      if (!userInitiated && !info && destination.url === location.href) event.preventDefault()
    }
    navigation?.addEventListener('navigate', keepPage)
    const timer = setInterval(revalidate, askEvery)
    // A form was submitted: a late polling response must not redirect elsewhere.
    const leave = () => clearInterval(timer)
    document.addEventListener('submit', leave)
    return () => {
      navigation?.removeEventListener('navigate', keepPage)
      document.removeEventListener('submit', leave)
      leave()
    }
  }, [revalidate])
}
