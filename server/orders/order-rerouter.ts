import type { Address } from '../addresses/addresses.ts'
import { deductStock, restoreStock } from '../catalogue/stock.ts'
import type { StockLine } from '../catalogue/types.ts'
import type { TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import type { StoreAddress } from '../delivery/branch.ts'
import { bookDelivery, getPickupStore, getPromisedAt } from '../delivery/delivery.ts'
import { releaseWindow } from '../delivery/delivery-windows.ts'
import { ShopError } from '../platform/errors.ts'
import { sumBy } from '../platform/sum-by.ts'
import { enqueueStatusChange } from '../webhooks/webhooks.ts'
import type { Offer } from './offer.ts'
import { listRemainingLines } from './remaining-lines.ts'
import { increaseRefund, settleUnpickedShortage } from './short-picks.ts'

/** Units that the order's own branch lacks. */
interface Shortage {
  orderId: number
  productId: number
  units: number
}

type PricedLine = StockLine & { discountedCents: number }

interface PickupConversion {
  /** Deducted from the store's stock. */
  lines: StockLine[]
  /** Restored to the earlier branch's stock. */
  restockedLines: StockLine[]
  branchId: number
}

/** @returns cents that go back */
export async function rerouteOrder(
  ctx: TransactionContext,
  shortage: Shortage,
  offer: Exclude<Offer, { way: 'product' }>,
): Promise<number> {
  const { orderId, productId, units } = shortage
  const order = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const lines = (await listRemainingLines(ctx, orderId)).filter(({ quantity }) => quantity > 0)
  const reservedUnits = lines.find((line) => line.productId === productId)?.quantity ?? 0
  if (!Number.isInteger(units) || units < 1 || units > reservedUnits)
    throw new ShopError('removal.units', { units: reservedUnits })
  if (order.deliveryWindowId !== null) await releaseWindow(ctx, order.deliveryWindowId)
  if (offer.way === 'window') return rebookToWindow(ctx, order, lines, offer.windowId)
  // What its branch lacks was never there: known before the other units return, of which it takes none.
  await settleUnpickedShortage(ctx, order.branchId, { ...shortage, remainingLineUnits: reservedUnits })
  const isShort = (line: StockLine) => line.productId === productId
  const restockedLines = lines.map((line) => (isShort(line) ? { ...line, quantity: line.quantity - units } : line))
  await convertToPickup(ctx, order, { lines, restockedLines, branchId: offer.branchId })
  return refundDeliveryFee(ctx, order)
}

/** Nobody brings it. Its fee goes back once, however often it moves. */
async function refundDeliveryFee(ctx: TransactionContext, order: Row<'orders'>): Promise<number> {
  await ctx.db
    .updateTable('orders')
    .set({ deliveryRefundedCents: order.deliveryFeeCents })
    .where('id', '=', order.id)
    .execute()
  return increaseRefund(ctx, order.id, order.deliveryFeeCents - order.deliveryRefundedCents)
}

async function rebookToWindow(ctx: TransactionContext, order: Row<'orders'>, lines: PricedLine[], windowId: number) {
  if (order.orderType === 'pickup') throw new ShopError('delivery.changed')
  const itemsCents = sumBy(lines, ({ discountedCents }) => discountedCents)
  const choice = { method: 'window', windowId } as const
  const { zipcode }: Address = JSON.parse(order.deliveryAddress)
  const deliveryRequest = { branchId: order.branchId, zipcode, choice, itemsCents, minutesToPay: 0 }
  const { deliveryPromise } = await bookDelivery(ctx, deliveryRequest)
  await ctx.db
    .updateTable('orders')
    .set({
      deliveryWindowId: windowId,
      promiseStartsAt: deliveryPromise?.from ?? null,
      promiseEndsAt: deliveryPromise?.to ?? null,
      revisedPromiseAt: null,
      isScheduled: true,
    })
    .where('id', '=', order.id)
    .execute()
  return 0
}

async function convertToPickup(
  ctx: TransactionContext,
  { id, status, branchId: currentBranchId }: Row<'orders'>,
  { lines, restockedLines, branchId }: PickupConversion,
) {
  const store = await getPickupStore(ctx, branchId)
  if (!store.address || branchId === currentBranchId) throw new ShopError('delivery.changed')
  await deductStock(ctx, branchId, lines)
  await restoreStock(ctx, currentBranchId, restockedLines)
  await ctx.db.deleteFrom('orderPick').where('orderId', '=', id).execute()
  await ctx.db.deleteFrom('orderLot').where('orderId', '=', id).execute()
  const now = ctx.clock.now()
  const readyAt = await getPromisedAt(ctx, { branchId, zipcode: null, orderType: 'pickup', paidAt: now })
  await ctx.db
    .updateTable('orders')
    .set({
      branchId,
      orderType: 'pickup',
      deliveryAddressId: null,
      deliveryAddress: JSON.stringify(toPickupAddress(store.name, store.address)),
      deliveryWindowId: null,
      promiseStartsAt: null,
      promiseEndsAt: readyAt ?? null,
      revisedPromiseAt: null,
      isScheduled: false,
    })
    .where('id', '=', id)
    .execute()
  await enqueueStatusChange(ctx, async () => ({ orderId: id, status, branchId, reachedAt: now }))
}

/** Where an order is picked up, in place of its customer's address. */
export function toPickupAddress(storeName: string, address: StoreAddress): Address {
  return { id: 0, placeId: null, addressType: storeName, complement: '', ...address }
}
