import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePayableOrder } from '../http/access.server.ts'
import { buttonAlone } from '../http/define-form.server.ts'
import { customerForm, customerForms } from '../http/handle-forms.server.ts'
import { isRefusal } from '../http/responses.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { paymentTexts as texts } from '../texts/checkout.ts'
import { formatTime } from '../texts/dates.ts'
import { orderPromise } from '../texts/order-promise.ts'
import { refundSentences } from '../texts/returned-payments.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { shownAgain } from '../ui/field/form-fields.ts'
import { OrderSums } from '../ui/order-summary/order-sums.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { Refunds } from '../ui/refunds/refunds.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id, paymentDueAt, ...order } = await requirePayableOrder(args)
  const { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryChargeCents } = order
  const { totalCents, balanceCents, dueCents } = order
  const charges = { itemsCents, discountCents, couponCode, couponDiscountCents, deliveryChargeCents }
  const sums = { ...charges, totalCents, balanceCents, dueCents }
  const needsPrescription = order.lines.some(({ requiresPrescription }) => requiresPrescription)
  const { delivery: branches, payments } = args.context.shop
  const delivery = orderPromise(order, await branches.findBranch(order.branchId), args.context.shop.clock.now())
  const refunds = refundSentences(await payments.paymentsOf(id), dueCents)
  return { id, sums, delivery, needsPrescription, refunds, reservedUntil: formatTime(paymentDueAt) }
}

/** 'Pagar com Pix': creates the charge at the bank, only once however often the button is pressed. */
export const action = customerForms(
  customerForm({
    ...buttonAlone,
    intent: 'pay',
    async run({ args, shop }) {
      const order = await requirePayableOrder(args)
      await shop.payments.chargeOrder(order.customerId, order.id).catch((error: unknown) => {
        const err = isRefusal(error) ? (error.cause ?? error) : error
        args.context.logger.warn({ id: args.context.requestId, err }, 'no charge was made')
        throw error
      })
      return order.id
    },
    next: (_, id) => ({ to: `/checkout/${id}/pix` }),
  }),
)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data && texts.title(data.id)) },
  { name: 'robots', content: 'noindex' },
]

export default function PaymentPage() {
  const { id, sums, delivery, needsPrescription, refunds, reservedUntil } = useLoaderData<typeof loader>()
  const { code, message } = shownAgain(useActionData<typeof action>())
  const refused = code === 'payment.unavailable' ? texts.noCharge(reservedUntil) : message
  return (
    <div className={`${narrow} ${stack}`}>
      <PurchaseSteps at="payment" needsPrescription={needsPrescription} />
      <h1>{texts.title(id)}</h1>
      <ErrorSummary errors={refused ? [{ message: refused }] : []} />
      <Refunds refunds={refunds} />
      <Panel as="div">
        <DeliveryTime branch={delivery} needsPrescription={needsPrescription} />
        <OrderSums {...sums} totalLabel={texts.total} />
        <PostForm>
          <Button size="big">{texts.pay}</Button>
        </PostForm>
        <p>{texts.reserved(reservedUntil)}</p>
        <p>{texts.how}</p>
        <ButtonLink variant="text" href={`/minha-conta/pedidos/${id}`}>
          {texts.seeOrder}
        </ButtonLink>
      </Panel>
    </div>
  )
}
