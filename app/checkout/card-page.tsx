import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createNoindexMeta } from '../seo/page-title.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { spreadRow, stack } from '../styles/shared.css.ts'
import { cardTexts as texts } from '../texts/checkout.ts'
import { formatInstallments } from '../texts/payment-methods.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { checkPaymentAction, loadChargePage } from './charge-page.server.ts'
import { SwitchPaymentMethodPanel } from './payment-method.tsx'
import { AmountDue, CheckPaymentForm, PaymentPollingLayout } from './payment-polling.tsx'

export const handle: RouteHandle = { Layout: CheckoutLayout, hydratesEagerly: true }

/** While a card is paid at the provider's page, which leads back here: the parameters it comes back with prove nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  // Who comes back wants to know at once.
  const forceCheck = searchParams.has('voltei')
  const { charge, chargePageData, headers } = await loadChargePage(args, 'card', { forceCheck })
  const { codeOrUrl: href, isInReview, isUnclear } = charge
  // Who has just chosen a card goes on at once. By the page's refresh, since a form may lead to no other site (Content-Security-Policy).
  const isLeaving = searchParams.has('ir') && !isInReview && !isUnclear
  const leavingHeaders = { Refresh: `0; url=${href}`, 'Referrer-Policy': 'no-referrer' }
  return data({ ...chargePageData, href, isInReview }, { headers: isLeaving ? leavingHeaders : headers })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const action = checkPaymentAction

export const meta = createNoindexMeta(texts.title)

export default function CardPage() {
  const { orderId, deliveryTime, needsPrescription, isUnclear, ...chargeData } = useLoaderData<typeof loader>()
  const { amountCents, href, isInReview, deadlineTime, isAutoRefreshed, paymentMethods, installments } = chargeData
  const actionData = useActionData<typeof action>()
  return (
    <PaymentPollingLayout
      title={texts.title}
      needsPrescription={needsPrescription}
      isStillUnpaid={actionData !== undefined && !isInReview}
      isUnclear={isUnclear}
    >
      <Columns layout="aside">
        <Panel hiddenTitle={texts.title}>
          <div className={spreadRow}>
            <AmountDue cents={amountCents} />
            <p>{texts.payUntil(deadlineTime)}</p>
          </div>
          {isInReview ? (
            <Message tone="info" title={texts.inReviewTitle}>
              <p>{texts.inReviewHint(deadlineTime)}</p>
            </Message>
          ) : (
            <>
              {installments && <p>{formatInstallments(installments).replace(/^e/, 'E')}.</p>}
              <p>{texts.cardPageHint}</p>
              {/* The provider need not learn which page led to it. */}
              <ButtonLink size="big" href={href} rel="noreferrer">
                {texts.goToCardPage}
              </ButtonLink>
            </>
          )}
          <CheckPaymentForm path={`/checkout/${orderId}/cartao`} isAutoRefreshed={isAutoRefreshed} />
        </Panel>
        <div className={stack}>
          {!isInReview && (
            <SwitchPaymentMethodPanel
              orderId={orderId}
              chosenMethod="card"
              paymentMethods={paymentMethods}
              installments={installments}
            />
          )}
          <Panel as="div">
            <DeliveryTime {...deliveryTime} needsPrescription={needsPrescription} />
          </Panel>
        </div>
      </Columns>
    </PaymentPollingLayout>
  )
}
