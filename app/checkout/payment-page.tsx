import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePayableOrder } from '../http/access.server.ts'
import { createCustomerAction } from '../http/handle-forms.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { paymentTexts as texts } from '../texts/checkout.ts'
import { formatTime } from '../texts/dates.ts'
import { deliveryOptionTexts } from '../texts/delivery-options.ts'
import { describeOrderPromise } from '../texts/delivery-promise.ts'
import { formatInstallments } from '../texts/payment-methods.ts'
import { listRefundTexts } from '../texts/returned-payments.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { OrderTotals } from '../ui/order-summary/order-totals.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { Refunds } from '../ui/refunds/refunds.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { payByCardForm, payByPixForm } from './pay-forms.server.ts'
import { PayButton } from './payment-method.tsx'
import { UnclearPaymentMessage } from './payment-polling.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id, paymentDueAt, ...order } = await requirePayableOrder(args)
  const { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryFeeCents } = order
  const { totalCents, balanceCents, dueCents } = order
  const subtotals = { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryFeeCents }
  const totals = { ...subtotals, totalCents, balanceCents, dueCents }
  const needsPrescription = order.lines.some(({ requiresPrescription }) => requiresPrescription)
  const { delivery: deliveryService, payments, clock } = args.context.shop
  return {
    id,
    totals,
    deliveryLabel: order.type === 'pickup' ? deliveryOptionTexts.pickupIn(order.address.addressType) : undefined,
    deliveryTime: describeOrderPromise(
      order,
      await deliveryService.getBranchOrDefault(order.branchId, order.address.zipcode),
      clock.now(),
    ),
    needsPrescription,
    refunds: listRefundTexts(await payments.listPayments(id), dueCents),
    deadlineTime: formatTime(paymentDueAt),
    paymentMethods: payments.offeredProviderNames,
    installments: payments.calculateInstallments(dueCents),
    wasDeclined: await payments.wasLastChargeDeclined(id),
    isUnclear: await payments.hasUnclearCharge(id),
  }
}

export const action = createCustomerAction(payByCardForm, payByPixForm)

export const meta = createNoindexMeta<typeof loader>((data) => data && texts.title(data.id))

export const handle: RouteHandle = { Layout: CheckoutLayout }

export default function PaymentPage() {
  const { id, totals, deliveryLabel, deliveryTime, needsPrescription, refunds, deadlineTime, ...paymentData } =
    useLoaderData<typeof loader>()
  const { paymentMethods, installments, wasDeclined, isUnclear } = paymentData
  const { intent, errorCode, message } = toFormState(useActionData<typeof action>())
  const formatUnavailableMessage = intent === 'card' ? texts.cardUnavailable : texts.pixUnavailable
  const errorMessage = errorCode === 'payment.unavailable' ? formatUnavailableMessage(deadlineTime) : message
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <PurchaseSteps currentStep="payment" needsPrescription={needsPrescription} />
      <h1>{texts.title(id)}</h1>
      <ErrorSummary errors={errorMessage ? [{ message: errorMessage }] : []} />
      {wasDeclined && !errorMessage && (
        <Message tone="error" title={texts.declinedTitle}>
          {texts.declinedHint(deadlineTime)}
        </Message>
      )}
      <Refunds refunds={refunds} />
      {isUnclear && <UnclearPaymentMessage />}
      <Panel as="div">
        <DeliveryTime {...deliveryTime} needsPrescription={needsPrescription} />
        <OrderTotals {...totals} deliveryLabel={deliveryLabel} totalLabel={texts.total} />
        {isUnclear || (
          <>
            {paymentMethods.includes('pix') && <PayButton orderId={id} method="pix" />}
            <p>{texts.reservedUntil(deadlineTime)}</p>
            {paymentMethods.includes('pix') && <p>{texts.pixHint}</p>}
          </>
        )}
      </Panel>
      {installments && !isUnclear && (
        <Panel title={texts.card} headingLevel={2}>
          <p>
            <b>{formatInstallments(installments)}</b>
          </p>
          <p>{texts.cardHint}</p>
          <PayButton orderId={id} method="card" variant={paymentMethods.includes('pix') ? 'outline' : 'solid'} />
        </Panel>
      )}
      {paymentMethods.length > 1 && !isUnclear && <p className={`${muted} ${small}`}>{texts.changeMethodHint}</p>}
      <ButtonLink variant="text" href={`/minha-conta/pedidos/${id}`}>
        {texts.seeOrder}
      </ButtonLink>
    </div>
  )
}
