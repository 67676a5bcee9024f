import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import type { Order } from '#server/orders/order.ts'
import { loginTexts } from '../texts/account.ts'
import { pixTexts } from '../texts/checkout.ts'
import { paymentWayTexts } from '../texts/payment-ways.ts'
import type { FlashMessage } from './cookie-values.server.ts'
import type { CookieChanges } from './cookies.server.ts'
import { parseId } from './ids.ts'
import { createFlashMessage, seeOther, throwAsErrorPage } from './responses.server.ts'
import { safeRedirect } from './safe-redirect.ts'
import { loadVisitor, type SignedInVisitor, type Visitor } from './visitor.server.ts'

// The access rules of the specification's section 2. Each throws the redirect or error page it calls for.

type PageArgs = Pick<LoaderFunctionArgs, 'request' | 'params' | 'context'>

/** For visitors only: a signed-in customer is redirected to where the login would have led. */
export async function requireGuest(args: PageArgs): Promise<Visitor> {
  const visitor = await loadVisitor(args)
  if (visitor.customer) throw redirect(safeRedirect(new URL(args.request.url).searchParams.get('redirectTo')), 303)
  return visitor
}

/**
 * For customers only: a visitor is redirected to /login, which leads back here, or on to `nextPath`. Who sent a form that
 * only customers see has lost the session since, and is told so; `cookieChanges` save what was typed (`saved-form.server.ts`), `pagePath` is
 * the form's page where it was sent to another.
 */
export async function requireCustomer(
  args: PageArgs,
  {
    nextPath,
    formPagePath,
    cookieChanges = {},
  }: { nextPath?: string; formPagePath?: string; cookieChanges?: CookieChanges } = {},
): Promise<SignedInVisitor> {
  const visitor = await loadVisitor(args)
  if (visitor.customer) return { ...visitor, customer: visitor.customer }
  const { pathname, search } = new URL(args.request.url)
  const loginHref = `/login?redirectTo=${encodeURIComponent(nextPath ?? formPagePath ?? pathname + search)}`
  if (args.request.method === 'GET' || nextPath) throw redirect(loginHref, 303)
  const messages = [loginTexts.signInAgain, ...(cookieChanges.savedForm ? [loginTexts.formSaved] : [])]
  throw seeOther(args.context, loginHref, { ...cookieChanges, flash: createFlashMessage('info', ...messages) })
}

/** The customer's own order while it waits for a payment in the shop; a settled one leads to where it belongs. */
export async function requirePayableOrder(args: PageArgs, { forceCheck = false } = {}): Promise<Order> {
  const { customer } = await requireCustomer(args)
  const { shop } = args.context
  const id = parseId(args.params.id)
  // Banks call no webhook for a charge they removed, so a page asks the bank first. Form actions do so themselves.
  if (args.request.method === 'GET') {
    await shop.payments.checkPaymentStatus(customer.id, id, { force: forceCheck }).catch(throwAsErrorPage)
  }
  const order = await shop.orders.getOrder(customer.id, id).catch(throwAsErrorPage)
  if (order.status === 'pending_payment' && !shop.payments.offeredProviderNames.includes('external')) return order
  if (order.status === 'pending_payment') throw redirect(`/checkout/${order.id}/externo`, 303)
  const cookieChanges = { pendingOrder: null, flash: buildPaymentFlash(order) }
  throw await seeOther(
    args.context,
    hasEndedWithoutPurchase(order) ? `/fail-payment/${order.id}` : `/minha-conta/pedidos/${order.id}`,
    cookieChanges,
  )
}

/** The message about a payment that has just arrived, however the shop learned of it. */
export function buildPaymentFlash({
  status,
  doorTerms,
}: Pick<Order, 'status' | 'doorTerms'>): FlashMessage | undefined {
  if (doorTerms)
    return createFlashMessage(
      'ok',
      status === 'prescription_review' ? paymentWayTexts.confirmedInReview : paymentWayTexts.confirmed,
    )
  if (status === 'paid') return createFlashMessage('ok', pixTexts.paid)
  if (status === 'prescription_review') return createFlashMessage('ok', pixTexts.paidInReview)
}

/** For a customer whose bag holds a product that needs a prescription; everyone else is redirected to the bag. */
export async function requirePrescriptionCheckoutVisitor(args: PageArgs): Promise<SignedInVisitor> {
  const visitor = await loadVisitor(args)
  if (!visitor.customer) throw redirect('/checkout/sacola', 303)
  const { requiresPrescription } = await args.context.shop.bags.reviewBag(visitor.bag, visitor.branch.id)
  if (!requiresPrescription) throw redirect('/checkout/sacola', 303)
  return { ...visitor, customer: visitor.customer }
}

/** An order that came to nothing and may fill the bag again; a refunded one was a purchase. */
export function hasEndedWithoutPurchase(order: Order): order is Order & { status: 'expired' | 'cancelled' | 'failed' } {
  return order.phase === 'void' && order.status !== 'refunded'
}
