import type { AppLoadContext } from '@remix-run/node'
import type { Customer } from '#server/accounts/customers.ts'
import type { Bag } from '#server/bag/bag.ts'
import type { Branch } from '#server/delivery/branch.ts'
import type { Shop } from '#server/shop.ts'
import type { Destination } from './cookie-values.server.ts'
import { getCookies } from './cookies.server.ts'
import type { RequestArgs } from './load-context.ts'

/** Who makes the request; read once per request from its cookies. */
export interface Visitor {
  bag: Bag
  /** The delivery destination that the visitor chose; null before a postal code is known. */
  destination: Destination | null
  /** The branch whose prices, stock and hours the pages show: the chosen one, else the default. */
  branch: Branch
  /** The postal code is known, and a branch serves it. */
  isCovered: boolean
  customer: Customer | null
  /** Product ids, newest first; null when not signed in. */
  favouriteIds: readonly number[] | null
  /** Holds gains (specification, section 3). */
  isBenefitUser: boolean
  sessionToken: string | null
}

export interface SignedInVisitor extends Visitor {
  customer: Customer
}

const visitorsByContext = new WeakMap<AppLoadContext, Promise<Visitor>>()

/** Found once per request: all its loaders share the load context. */
export function loadVisitor(args: RequestArgs): Promise<Visitor> {
  const visitor = visitorsByContext.get(args.context) ?? identifyVisitor(args)
  visitorsByContext.set(args.context, visitor)
  return visitor
}

async function identifyVisitor(args: RequestArgs): Promise<Visitor> {
  const { accounts, delivery, wallet, wishlist } = args.context.shop
  const cookies = getCookies(args)
  const savedDestination = cookies.read('branch')
  const { sessionToken, customer } = await findSession(accounts, cookies.readAll('token'))
  if (customer) args.context.tagLogWithAccount(`customer ${customer.id}`)
  const [branch, favouriteIds, isBenefitUser] = await Promise.all([
    delivery.getBranchOrDefault(savedDestination?.branchId ?? 0, savedDestination?.zipcode),
    customer && wishlist.listFavourites(customer.id),
    customer !== null && wallet.hasGains(customer),
  ])
  // Where the chosen branch no longer exists, the destination has to be chosen again.
  const destination =
    savedDestination && (savedDestination.branchId === 0 || savedDestination.branchId === branch.id)
      ? savedDestination
      : null
  const isCovered = destination?.branchId === branch.id
  const bag = cookies.read('bag') ?? { lines: [] }
  return { bag, destination, branch, isCovered, customer, favouriteIds, isBenefitUser, sessionToken }
}

/** Whose session one of the tokens is; without any, the first. */
async function findSession(accounts: Shop['accounts'], sessionTokens: string[]) {
  for (const sessionToken of sessionTokens) {
    const customer = await accounts.findSignedInCustomer(sessionToken)
    if (customer) return { sessionToken, customer }
  }
  return { sessionToken: sessionTokens[0] ?? null, customer: null }
}

/**
 * Remembers the device as one of the customer's own: only after a login, or what proves as much.
 * @returns the token for its cookie
 */
export function rememberDevice(args: RequestArgs, customerId: number): Promise<string> {
  return args.context.shop.accounts.rememberDevice(customerId, getCookies(args).read('deviceToken'))
}

/** For an action that changes the destination and renders its page in the same request: that page shows the new one. */
export function overrideVisitor(
  context: AppLoadContext,
  visitor: Visitor,
  destination: Destination,
  branch: Branch,
): void {
  const changedVisitor = { ...visitor, destination, branch, isCovered: destination.branchId === branch.id }
  visitorsByContext.set(context, Promise.resolve(changedVisitor))
}
