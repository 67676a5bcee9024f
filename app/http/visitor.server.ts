import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Customer } from '#server/accounts/accounts.ts'
import type { Caller } from '#server/api/operation.ts'
import type { Bag } from '#server/bag/bag.ts'
import type { Branch } from '#server/delivery/delivery.ts'
import type { Order } from '#server/orders/order.ts'
import { flashMessage } from '../shell/bag-forms.server.ts'
import { pixTexts } from '../texts/checkout.ts'
import { type ChosenBranch, cookiesOf, type FlashMessage } from './cookies.server.ts'
import { idFrom } from './ids.ts'
import { type CookieChanges, refusalPage, seeOther } from './responses.server.ts'
import { safeRedirect } from './safe-redirect.ts'

/** Who makes the request; read once per request from its cookies. */
export interface Visitor {
  bag: Bag
  /** The place that the visitor chose; null before a postal code is known. */
  chosen: ChosenBranch | null
  /** The branch whose prices, stock and hours the pages show: the chosen one, else the default. */
  branch: Branch
  /** The postal code is known, and a branch serves it. */
  isCovered: boolean
  customer: Customer | null
  /** Product ids, newest first; null when not signed in. */
  favourites: readonly number[] | null
  /** Holds gains (specification, section 3). */
  isBenefitUser: boolean
  token: string | null
}

export interface SignedInVisitor extends Visitor {
  customer: Customer
}

type Asked = Pick<LoaderFunctionArgs, 'request' | 'params' | 'context'>

const known = new WeakMap<AppLoadContext, Promise<Visitor>>()

/** Cached by the load context, which all loaders of a request share. */
export function visitorOf({ request, context }: Omit<Asked, 'params'>): Promise<Visitor> {
  let visitor = known.get(context)
  if (!visitor) {
    visitor = identify(request, context)
    known.set(context, visitor)
  }
  return visitor
}

async function identify(request: Request, { shop }: AppLoadContext): Promise<Visitor> {
  const header = request.headers.get('Cookie')
  const cookies = cookiesOf(shop)
  const token = cookies.readToken(header)
  const [bag, kept, customer] = await Promise.all([
    cookies.readBag(header),
    cookies.readBranch(header),
    token === null ? null : shop.accounts.findSignedIn(token),
  ])
  const [branch, favourites, isBenefitUser] = await Promise.all([
    shop.delivery.findBranch(kept?.branchId ?? 0),
    customer && shop.wishlist.listFavourites(customer.id),
    customer !== null && shop.wallet.hasGains(customer.id),
  ])
  // The chosen branch no longer exists: the place is asked for again.
  const chosen = kept && (kept.branchId === 0 || kept.branchId === branch.id) ? kept : null
  return {
    bag,
    chosen,
    branch,
    isCovered: chosen !== null && chosen.branchId === branch.id,
    customer,
    favourites,
    isBenefitUser,
    token,
  }
}

/** The same visitor as operations know them. */
export async function callerOf(asked: Omit<Asked, 'params'>): Promise<Caller> {
  const { customer } = await visitorOf(asked)
  return {
    customerId: customer?.id ?? null,
    network: asked.context.network,
    userAgent: asked.request.headers.get('User-Agent'),
    deviceToken: deviceTokenOf(asked),
  }
}

/** The token of a device on which somebody has signed in; null elsewhere. */
function deviceTokenOf({ request, context }: Omit<Asked, 'params'>): string | null {
  return cookiesOf(context.shop).readDeviceToken(request.headers.get('Cookie'))
}

/** Remembers the device as one of the customer's own: only after a login, or what proves as much. */
export async function rememberDevice(
  asked: Omit<Asked, 'params'>,
  customerId: number,
): Promise<CookieChanges['deviceToken']> {
  const { accounts } = asked.context.shop
  const value = await accounts.rememberDevice(customerId, deviceTokenOf(asked))
  return { value, seconds: accounts.knownDeviceSeconds }
}

/** For an action that changes the place and renders its page in the same request: that page shows the new place. */
export function overrideVisitor(context: AppLoadContext, visitor: Visitor, chosen: ChosenBranch, branch: Branch): void {
  const changed = { ...visitor, chosen, branch, isCovered: chosen.branchId === branch.id }
  known.set(context, Promise.resolve(changed))
}

/** The access rules of the specification's section 2. Each throws the redirect or refusal it calls for. */
const accessRules = { guest, auth, payment, prescription }

/**
 * Runs an access rule before a route is entered.
 * @returns what the rule found: the visitor, or for `payment` the order
 * @throws a redirect or a 404 as the rule says; an Error for a rule that does not exist
 */
export function enter<Name extends keyof typeof accessRules>(
  name: Name,
  asked: Asked,
): ReturnType<(typeof accessRules)[Name]> {
  if (!Object.hasOwn(accessRules, name)) throw new Error(`unknown access rule: ${name}`)
  return accessRules[name](asked) as ReturnType<(typeof accessRules)[Name]>
}

/** For visitors only: a signed-in customer is redirected to where the login would have led. */
async function guest(asked: Asked): Promise<Visitor> {
  const visitor = await visitorOf(asked)
  if (visitor.customer) throw redirect(safeRedirect(new URL(asked.request.url).searchParams.get('redirectTo')), 303)
  return visitor
}

/** For customers only: a visitor is redirected to /login, which leads back here. */
async function auth(asked: Asked): Promise<SignedInVisitor> {
  const visitor = await visitorOf(asked)
  if (visitor.customer) return { ...visitor, customer: visitor.customer }
  const { pathname, search } = new URL(asked.request.url)
  const back = asked.request.method === 'GET' ? `${pathname}${search}` : pathname
  throw redirect(`/login?redirectTo=${encodeURIComponent(back)}`, 303)
}

/** The customer's own order while it waits for a native payment; a settled one leads to where it belongs. */
async function payment(asked: Asked): Promise<Order> {
  const { customer } = await auth(asked)
  const { shop } = asked.context
  const id = idFrom(asked.params.id)
  // Banks call no webhook for a charge they removed, so a page asks the bank first. Form actions do so themselves.
  if (asked.request.method === 'GET') {
    await shop.payments.checkPayment(customer.id, id, { ask: false }).catch(refusalPage)
  }
  const order = await shop.orders.findOrder(customer.id, id).catch(refusalPage)
  if (order.status === 'pending_payment' && shop.nativePayment) return order
  if (order.status === 'pending_payment') throw redirect(`/checkout/${order.id}/externo`, 303)
  if (endedWithoutPurchase(order)) throw redirect(`/fail-payment/${order.id}`, 303)
  throw await seeOther(asked.context, '/minha-conta?section=pedidos', { flash: paymentFlash(order) })
}

/** What is said of a payment that has just arrived, however the shop learned of it. */
function paymentFlash({ status }: Pick<Order, 'status'>): FlashMessage | undefined {
  if (status === 'paid') return flashMessage('ok', pixTexts.paid)
  if (status === 'prescription_review') return flashMessage('ok', pixTexts.paidInReview)
}

/** For a customer whose bag holds a product that needs a prescription; everyone else is redirected to the bag. */
async function prescription(asked: Asked): Promise<SignedInVisitor> {
  const visitor = await visitorOf(asked)
  if (!visitor.customer) throw redirect('/checkout/sacola', 303)
  const { requiresPrescription } = await asked.context.shop.bags.review(visitor.bag, visitor.branch.id)
  if (!requiresPrescription) throw redirect('/checkout/sacola', 303)
  return { ...visitor, customer: visitor.customer }
}

/** An order that came to nothing and may fill the bag again; a refunded one was a purchase. */
export function endedWithoutPurchase(order: Order): order is Order & { status: 'expired' | 'cancelled' | 'failed' } {
  return order.status === 'expired' || order.status === 'cancelled' || order.status === 'failed'
}
