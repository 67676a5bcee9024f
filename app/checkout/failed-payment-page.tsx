import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { endedWithoutPurchase, requireCustomer } from '../http/access.server.ts'
import { noFields } from '../http/define-form.server.ts'
import { customerAction, customerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { refillBag } from '../shell/bag-forms.server.ts'
import { stack } from '../styles/shared.css.ts'
import { failureTexts as texts } from '../texts/checkout.ts'
import { refundTexts } from '../texts/returned-payments.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { Refunds } from '../ui/refunds/refunds.tsx'

/** The customer's order, if it failed, expired or was cancelled; any other redirects to its page. */
async function requireFailedOrder(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const { orders, payments } = args.context.shop
  const id = parseId(args.params.id)
  await payments.checkPayment(visitor.customer.id, id, { ask: false }).catch(throwAsErrorPage)
  const order = await orders.findOrder(visitor.customer.id, id).catch(throwAsErrorPage)
  if (!endedWithoutPurchase(order)) throw redirect(`/minha-conta/pedidos/${order.id}`, 303)
  return { visitor, order }
}

export async function loader(args: LoaderFunctionArgs) {
  const { order } = await requireFailedOrder(args)
  const refunds = refundTexts(await args.context.shop.payments.listPayments(order.id), order.dueCents)
  return { orderId: order.id, failure: order.status, refunds }
}

/** Fills the bag again, as far as stock allows. */
export const action = customerAction(
  customerForm({
    ...noFields,
    intent: 'refill',
    async run({ args }) {
      const { visitor, order } = await requireFailedOrder(args)
      return refillBag(args.context, visitor, order)
    },
    next: (_, changes) => ({ to: '/checkout/sacola', ...changes }),
  }),
)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data && texts.title[data.failure]) },
  { name: 'robots', content: 'noindex' },
]

export default function FailedPaymentPage() {
  const { failure, refunds } = useLoaderData<typeof loader>()
  return (
    <EmptyState
      icon="warning"
      level={1}
      title={texts.title[failure]}
      actions={
        <PostForm className={stack}>
          <Button>{texts.refill}</Button>
          <ButtonLink variant="text" href="/minha-conta?section=pedidos">
            {texts.orders}
          </ButtonLink>
        </PostForm>
      }
    >
      {texts.text[failure]}
      <Refunds refunds={refunds} />
    </EmptyState>
  )
}
