import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Order } from '#server/orders/order.ts'
import { requireCustomer } from '../http/access.server.ts'
import { reportPurchases } from '../http/analytics.server.ts'
import { parseId } from '../http/ids.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, isRefusal, noStoreHeaders, refusalPage, seeOther } from '../http/responses.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { buyAgain } from '../shell/bag-forms.server.ts'
import { accountTexts, orderTexts } from '../texts/account.ts'
import { deliveryHours } from '../texts/delivery.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { OrderDetails } from './order-details.tsx'

/** The customer's own order; 404 for any other. */
async function orderOf(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const id = parseId(args.params.id)
  return { visitor, order: await args.context.shop.orders.findOrder(visitor.customer.id, id).catch(refusalPage) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { order, visitor } = await orderOf(args)
  const { orders, payments, problems, wallet, delivery, profile, nativePayment } = args.context.shop
  const [events, steps, received, balances, branch] = await Promise.all([
    // Every kind of payment ends on this page.
    reportPurchases(args),
    orders.statusHistoryOf(order.id),
    payments.paymentsOf(order.id),
    wallet.balancePaymentsOf(order.id),
    delivery.findBranch(order.branchId),
  ])
  const { legalName, cnpj, pharmacist, hours, phone, pharmacistChatUrl } = profile
  return {
    events,
    order,
    steps,
    stepsAhead: orders.stepsAhead(order),
    payments: received,
    balances,
    isPaidByPix: nativePayment,
    delivery: deliveryHours(branch),
    buyer: `${visitor.customer.firstName} ${visitor.customer.lastName}`,
    problem: (await problems.listOf(order.id))[0] ?? null,
    promise: lateness(orders.promiseOf(order, branch), order, args.context.shop.clock.now()),
    seller: { legalName, cnpj },
    pharmacist: { ...pharmacist, hours, phone, chatHref: pharmacistChatUrl },
  }
}

/** By when it comes, where that is not what its branch promises, or has passed. */
function lateness(promisedAt: Date | null, { phase, newPromiseAt }: Order, now: Date) {
  if (promisedAt === null || (phase !== 'shop' && phase !== 'road')) return null
  return { isLate: promisedAt < now, until: newPromiseAt }
}

export const headers = noStoreHeaders

/** 'Cancelar pedido' while it is unpaid, 'Comprar de novo' at any time. */
export async function action(args: ActionFunctionArgs) {
  const { visitor, order } = await orderOf(args)
  const { context } = args
  const form = await readForm(args.request)
  if (form.get('intent') !== 'cancel') {
    return seeOther(context, '/checkout/sacola', await buyAgain(args, visitor, order))
  }
  const page = `/minha-conta/pedidos/${order.id}`
  try {
    await context.shop.payments.cancelOrder(visitor.customer.id, order.id)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return seeOther(context, page, { flash: flashMessage('error', error.message) })
  }
  return seeOther(context, page, { flash: flashMessage('ok', orderTexts.cancelled) })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data && accountTexts.order(data.order.id)) },
  { name: 'robots', content: 'noindex' },
]

export default function OrderPage() {
  const { order, events: _, ...details } = useLoaderData<typeof loader>()
  return (
    <>
      <Breadcrumb
        items={[
          { name: accountTexts.title, href: '/minha-conta' },
          { name: orderTexts.back, href: '/minha-conta?section=pedidos' },
          { name: accountTexts.order(order.id) },
        ]}
      />
      <OrderDetails order={order} {...details} />
    </>
  )
}
