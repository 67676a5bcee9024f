import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePayableOrder } from '../http/access.server.ts'
import { customerAction } from '../http/handle-forms.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { paymentTexts as texts } from '../texts/checkout.ts'
import { formatTime } from '../texts/dates.ts'
import { orderPromise } from '../texts/order-promise.ts'
import { installmentsLine } from '../texts/payment-methods.ts'
import { refundTexts } from '../texts/returned-payments.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { formStateOf } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { OrderTotals } from '../ui/order-summary/order-totals.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { Refunds } from '../ui/refunds/refunds.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { payByCard, payByPix } from './pay-forms.server.ts'
import { PayButton } from './payment-method.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id, paymentDueAt, ...order } = await requirePayableOrder(args)
  const { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryFeeCents } = order
  const { totalCents, balanceCents, dueCents } = order
  const charges = { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryFeeCents }
  const totals = { ...charges, totalCents, balanceCents, dueCents }
  const needsPrescription = order.lines.some(({ requiresPrescription }) => requiresPrescription)
  const { delivery: branches, payments, clock } = args.context.shop
  return {
    id,
    sums: totals,
    delivery: orderPromise(order, await branches.findBranch(order.branchId), clock.now()),
    needsPrescription,
    refunds: refundTexts(await payments.listPayments(id), dueCents),
    reservedUntil: formatTime(paymentDueAt),
    paymentMethods: payments.ways,
    installments: payments.installmentsOf(dueCents),
    wasDeclined: await payments.wasDeclined(id),
  }
}

export const action = customerAction(payByCard, payByPix)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data && texts.title(data.id)) },
  { name: 'robots', content: 'noindex' },
]

export default function PaymentPage() {
  const { id, sums, delivery, needsPrescription, refunds, reservedUntil, ...payment } = useLoaderData<typeof loader>()
  const { paymentMethods, installments, wasDeclined } = payment
  const { form, code, message } = formStateOf(useActionData<typeof action>())
  const unavailableText = form === 'card' ? texts.noCard : texts.noCharge
  const errorMessage = code === 'payment.unavailable' ? unavailableText(reservedUntil) : message
  return (
    <div className={`${narrow} ${stack}`}>
      <PurchaseSteps currentStep="payment" needsPrescription={needsPrescription} />
      <h1>{texts.title(id)}</h1>
      <ErrorSummary errors={errorMessage ? [{ message: errorMessage }] : []} />
      {wasDeclined && !errorMessage && (
        <Message tone="error" title={texts.declined}>
          {texts.declinedHow(reservedUntil)}
        </Message>
      )}
      <Refunds refunds={refunds} />
      <Panel as="div">
        <DeliveryTime hours={delivery} needsPrescription={needsPrescription} />
        <OrderTotals {...sums} totalLabel={texts.total} />
        {paymentMethods.includes('pix') && <PayButton orderId={id} method="pix" />}
        <p>{texts.reserved(reservedUntil)}</p>
        {paymentMethods.includes('pix') && <p>{texts.pixHow}</p>}
      </Panel>
      {installments && (
        <Panel title={texts.card} level={2}>
          <p>
            <b>{installmentsLine(installments)}</b>
          </p>
          <p>{texts.cardHow}</p>
          <PayButton orderId={id} method="card" variant={paymentMethods.includes('pix') ? 'outline' : 'solid'} />
        </Panel>
      )}
      {paymentMethods.length > 1 && <p className={`${muted} ${small}`}>{texts.change}</p>}
      <ButtonLink variant="text" href={`/minha-conta/pedidos/${id}`}>
        {texts.seeOrder}
      </ButtonLink>
    </div>
  )
}
