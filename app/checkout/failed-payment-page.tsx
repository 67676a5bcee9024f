import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasEndedWithoutPurchase, requireCustomer } from '../http/access.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { addOrderToBag } from '../shell/bag-forms.server.ts'
import { stack } from '../styles/shared.css.ts'
import { paymentFailureTexts as texts } from '../texts/checkout.ts'
import { listRefundTexts } from '../texts/returned-payments.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { Refunds } from '../ui/refunds/refunds.tsx'

/** The customer's order, if it failed, expired or was cancelled; any other redirects to its page. */
async function requireFailedOrder(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const { orders, payments } = args.context.shop
  const id = parseId(args.params.id)
  await payments.checkPaymentStatus(visitor.customer.id, id, { force: false }).catch(throwAsErrorPage)
  const order = await orders.getOrder(visitor.customer.id, id).catch(throwAsErrorPage)
  if (!hasEndedWithoutPurchase(order)) throw redirect(`/minha-conta/pedidos/${order.id}`, 303)
  return { visitor, order }
}

export async function loader(args: LoaderFunctionArgs) {
  const { order } = await requireFailedOrder(args)
  const { payments } = args.context.shop
  const refunds = listRefundTexts(await payments.listPayments(order.id), order.dueCents)
  const isInReview = await payments.hasChargeInReview(order.id)
  return { orderId: order.id, failureStatus: order.status, refunds, isInReview }
}

/** Fills the bag again, as far as stock allows. */
export const action = createCustomerAction(
  defineCustomerForm({
    intent: 'refill',
    async run({ args }) {
      const { visitor, order } = await requireFailedOrder(args)
      return addOrderToBag(args.context, visitor, order)
    },
    respond: (_, cookieChanges) => ({ to: '/checkout/sacola', ...cookieChanges }),
  }),
)

export const meta = createNoindexMeta<typeof loader>((data) => data && texts.titleByStatus[data.failureStatus])

export default function FailedPaymentPage() {
  const { failureStatus, refunds, isInReview } = useLoaderData<typeof loader>()
  return (
    <EmptyState
      icon="warning"
      headingLevel={1}
      title={texts.titleByStatus[failureStatus]}
      actions={
        <PostForm className={stack}>
          <Button>{texts.reorder}</Button>
          <ButtonLink variant="text" href="/minha-conta?section=pedidos">
            {texts.seeOrders}
          </ButtonLink>
        </PostForm>
      }
    >
      {isInReview ? texts.inReview : texts.explanationByStatus[failureStatus]}
      <Refunds refunds={refunds} />
    </EmptyState>
  )
}
