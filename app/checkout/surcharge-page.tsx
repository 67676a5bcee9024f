import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { createFlashMessage, isShopError } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import type { RouteHandle } from '../shell/route-handle.ts'
import { muted } from '../styles/shared.css.ts'
import { formatTime } from '../texts/dates.ts'
import { orderSurchargeTexts as texts } from '../texts/order-changes.ts'
import { Button } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PaymentPollingLayout, readAutoRefresh } from './payment-polling.tsx'
import { PixPayment } from './pix-payment.tsx'
import { requireOwnOrder } from './surcharge.server.ts'

export const handle: RouteHandle = { hydratesEagerly: true }

const toOrderPath = (orderId: number) => `/minha-conta/pedidos/${orderId}`

/** The Pix of what a change of the order costs besides; once it is paid, or waits no more, the order's page. */
export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await requireOwnOrder(args)
  const { payments, clock, simulators } = args.context.shop
  const surcharge = await payments.surcharges.checkSurcharge(customerId, order.id, { force: false })
  if (surcharge?.state !== 'waiting') throw redirect(toOrderPath(order.id), 303)
  const charge = await payments.surcharges.chargeSurcharge(customerId, order.id).catch((error: unknown) => {
    if (!isShopError(error)) throw error
    return error.message
  })
  const { isAutoRefreshed, headers } = readAutoRefresh(args.request)
  const chargeData =
    typeof charge === 'string'
      ? null
      : {
          amountCents: charge.amountCents,
          pixCode: charge.codeOrUrl,
          txid: charge.reference,
          secondsLeft: Math.max(0, Math.ceil((charge.expiresAt.getTime() - clock.now().getTime()) / 1000)),
          deadlineTime: formatTime(charge.expiresAt),
          sandboxBankHref: simulators?.bank ? `/sandbox/banco?txid=${charge.reference}` : null,
        }
  return data(
    {
      orderId: order.id,
      isAutoRefreshed,
      chargeData,
      chargeError: typeof charge === 'string' ? charge : null,
      isUnclear: typeof charge !== 'string' && charge.isUnclear,
    },
    { headers: { ...headers, 'Cache-Control': 'no-store' } },
  )
}

/** Remix takes a document's headers only from this export. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** 'Desistir da mudança'. */
const cancelForm = defineCustomerForm({
  intent: 'cancel-change',
  async run({ args, shop }) {
    const { customerId, order } = await requireOwnOrder(args)
    const flash = await shop.payments.surcharges.cancelSurcharge(customerId, order.id).then(
      () => createFlashMessage('ok', texts.cancelledMessage),
      (error: unknown) => {
        if (!isShopError(error)) throw error
        return createFlashMessage('error', error.message)
      },
    )
    return { to: toOrderPath(order.id), flash }
  },
  respond: (_, result) => result,
})

/** 'Já paguei': asks the provider at once. */
const checkForm = defineCustomerForm({
  intent: 'check',
  async run({ args, shop }) {
    const { customerId, order } = await requireOwnOrder(args)
    return shop.payments.surcharges.checkSurcharge(customerId, order.id, { force: true })
  },
  respond: ({ args }, surcharge) =>
    surcharge?.state === 'waiting'
      ? data({ intent: 'check', result: {} })
      : { to: toOrderPath(parseId(args.params.id)), ...(surcharge?.state === 'paid' && { flash: paidFlash }) },
})

const paidFlash = createFlashMessage('ok', texts.paidMessage)

export const action = createCustomerAction(cancelForm, checkForm)

export const meta = createNoindexMeta(texts.title)

export default function OrderSurchargePage() {
  const { orderId, chargeData, chargeError, isUnclear, isAutoRefreshed } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const path = `${toOrderPath(orderId)}/diferenca`
  return (
    <PaymentPollingLayout title={texts.title} isStillUnpaid={actionData !== undefined} isUnclear={isUnclear}>
      <p>{texts.lead}</p>
      {chargeData ? (
        <PixPayment
          {...chargeData}
          isAutoRefreshed={isAutoRefreshed}
          path={path}
          afterwardsPath={toOrderPath(orderId)}
          qrPath={`${path}/pix.svg`}
        />
      ) : (
        <Message tone="warn">{chargeError}</Message>
      )}
      <Panel title={texts.cancelTitle}>
        <p className={muted}>{texts.cancelHint}</p>
        <PostForm>
          <Button variant="outline" name="intent" value="cancel-change">
            {texts.cancel}
          </Button>
        </PostForm>
      </Panel>
    </PaymentPollingLayout>
  )
}
