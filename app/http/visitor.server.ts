import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { Customer } from '#server/accounts/customers.ts'
import type { Bag } from '#server/bag/bag.ts'
import type { Branch } from '#server/delivery/delivery.ts'
import { type ChosenBranch, cookiesOf } from './cookies.server.ts'
import type { CookieChanges } from './responses.server.ts'

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

/** The token of a device on which somebody has signed in; null elsewhere. */
export function deviceTokenOf({ request, context }: Omit<Asked, 'params'>): string | null {
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
