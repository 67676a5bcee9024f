import type { Context, OutsideTransaction } from '../context.ts'
import type { DeliveryChoice } from '../delivery/delivery-quote.ts'
import * as addressChange from '../orders/address-change.ts'
import type { ShortPick } from '../orders/short-picks.ts'
import * as wishedRemovals from '../orders/wished-removals.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { orderCommand } from './order-command.ts'
import { requireVisibleOrder } from './visible-order.ts'

type NewAddress = addressChange.AddressChange['address']

/** What the forms about an order's address showed; `quoteHash` is empty before there was a quote. */
interface SeenAddress {
  addressHash: string
  quoteHash: string
}

/** What a form to change an order's address shows of it. */
export async function getSeenAddressHash(ctx: Context, actor: Actor, orderId: number): Promise<string> {
  requirePermission(actor, 'orders.handle')
  return addressChange.hashAddressState(await requireVisibleOrder(ctx, actor, orderId))
}

/** What another address would change, as the customer says it on the phone. */
export async function quoteAddressChange(
  ctx: OutsideTransaction,
  actor: Actor,
  orderId: number,
  address: NewAddress,
): Promise<addressChange.AddressQuote> {
  requirePermission(actor, 'orders.handle')
  await requireVisibleOrder(ctx, actor, orderId)
  return addressChange.quoteAddressChange(ctx, null, { orderId, address, choice: null })
}

/**
 * Sends an order to another address, as its customer wishes.
 * @throws ShopError "change.unconfirmed" for one with another postal code of which nobody has seen what it changes, and those of
 *   `orders/address-change.ts`
 */
export async function changeAddress(
  ctx: Context & OutsideTransaction,
  actor: Actor,
  orderId: number,
  change: { address: NewAddress; choice: DeliveryChoice | null },
  seenHashes: SeenAddress,
): Promise<addressChange.AddressOutcome> {
  if (seenHashes.quoteHash === '') {
    const quote = await quoteAddressChange(ctx, actor, orderId, change.address)
    const isOutdated =
      addressChange.hashAddressState(await requireVisibleOrder(ctx, actor, orderId)) !== seenHashes.addressHash
    if (!quote.isSameZipcode && !isOutdated) throw new ShopError('change.unconfirmed')
  }
  return changeSeenAddress(ctx, actor, orderId, change, seenHashes)
}

const changeSeenAddress = orderCommand({
  permission: 'orders.handle',
  action: 'orders.changeAddress',
  run: (ctx, actor, { id }, change: { address: NewAddress; choice: DeliveryChoice | null }, seenHashes: SeenAddress) =>
    addressChange.changeAddress(ctx, { orderId: id, ...change }, { kind: 'staff', actor }, seenHashes),
  detail: ({ branch, previousBranch }) =>
    branch.id === previousBranch.id ? '' : `branch ${previousBranch.id} → ${branch.id}`,
})

/** Takes units out that their customer no longer wants. @returns cents that go back */
export const removeByWish = orderCommand({
  permission: 'orders.handle',
  action: 'orders.removeByWish',
  run: (ctx, actor, { id }, removal: Omit<ShortPick, 'orderId'> & { expectedUnits: number }) =>
    wishedRemovals.removeByWish(ctx, { ...removal, orderId: id }, { kind: 'staff', actor }),
  detail: (_, { productId, units }) => `product ${productId}, ${units}`,
})
