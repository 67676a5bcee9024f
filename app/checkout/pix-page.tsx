import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { noindexMeta } from '../seo/page-title.ts'
import type { RouteHandle } from '../shell/route-handle.ts'
import { pixTexts as texts } from '../texts/checkout.ts'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { alreadyPaid, loadChargePage } from './charge-page.server.ts'
import { OtherWay } from './payment-way.tsx'
import { PixPayment } from './pix-payment.tsx'
import { WatchedPayment } from './watched-payment.tsx'

export const handle: RouteHandle = { eager: true }

export async function loader(args: LoaderFunctionArgs) {
  const { charge, common, headers } = await loadChargePage(args, 'pix')
  const { clock, payments } = args.context.shop
  return data(
    {
      ...common,
      pixCode: charge.payable,
      txid: charge.reference,
      // Rounded up: who is led away before the end would be asked to pay again.
      secondsLeft: Math.max(0, Math.ceil((charge.expiresAt.getTime() - clock.now().getTime()) / 1000)),
      bankHref: payments.sandbox?.bank ? `/sandbox/banco?txid=${charge.reference}` : null,
    },
    { headers },
  )
}

/** Remix takes a document's headers only from this export. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const action = alreadyPaid

export const meta = noindexMeta(texts.title)

export default function PixPage() {
  const { needsPrescription, delivery, ways, installments, ...charge } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <WatchedPayment
      title={texts.title}
      needsPrescription={needsPrescription}
      isNotYet={answer !== undefined && 'notYet' in answer}
    >
      <PixPayment {...charge}>
        <OtherWay orderId={charge.orderId} way="pix" ways={ways} installments={installments} />
        <Panel as="div">
          <DeliveryTime branch={delivery} needsPrescription={needsPrescription} />
        </Panel>
      </PixPayment>
    </WatchedPayment>
  )
}
