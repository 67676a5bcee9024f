import type { Address } from '../addresses/addresses.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StockLine } from '../catalogue/types.ts'
import type { Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { StoreAddress } from '../delivery/branch.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import type { Offer } from './offer.ts'
import { listRemainingLines } from './remaining-lines.ts'
import { increaseRefund } from './short-picks.ts'

/** Units that the order's own branch lacks. */
interface Shortage {
  orderId: number
  productId: number
  units: number
}

type PricedLine = StockLine & { priceCents: number }

interface PickupConversion {
  /** Deducted from the store's stock. */
  lines: StockLine[]
  /** Restored to the earlier branch's stock. */
  restockedLines: StockLine[]
  branchId: number
}

interface Deps {
  clock: Clock
  catalogue: Pick<Catalogue, 'deductStock' | 'restoreStock'>
  delivery: Pick<DeliveryService, 'bookDelivery' | 'getPickupStore' | 'releaseWindow' | 'getPromisedAt'>
  webhooks: Pick<WebhookService, 'enqueueStatusChange'>
}

export type OrderRerouter = ReturnType<typeof createOrderRerouter>

/** Moves a whole paid order to another delivery window, or to pickup in another store. Its prices stay. */
export function createOrderRerouter({ clock, catalogue, delivery, webhooks }: Deps) {
  return rerouteOrder

  /**
   * @returns cents that go back
   * @throws ShopError "delivery.changed", "delivery.full", "branch.unknown", "stock.short", "removal.balances", "removal.units"
   */
  async function rerouteOrder(
    tx: Transaction,
    shortage: Shortage,
    offer: Exclude<Offer, { way: 'product' }>,
  ): Promise<number> {
    const { orderId, productId, units } = shortage
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    const lines = (await listRemainingLines(tx, orderId)).filter(({ quantity }) => quantity > 0)
    const reservedUnits = lines.find((line) => line.productId === productId)?.quantity ?? 0
    if (!Number.isInteger(units) || units < 1 || units > reservedUnits)
      throw new ShopError('removal.units', { units: reservedUnits })
    if (order.delivery_window_id !== null) await delivery.releaseWindow(tx, order.delivery_window_id)
    if (offer.way === 'window') return rebookToWindow(tx, order, lines, offer.windowId)
    // What its branch lacks was never there.
    const isShort = (line: StockLine) => line.productId === productId
    const restockedLines = lines.map((line) => (isShort(line) ? { ...line, quantity: line.quantity - units } : line))
    await convertToPickup(tx, order, { lines, restockedLines, branchId: offer.branchId })
    // Nobody brings it.
    return increaseRefund(tx, orderId, order.delivery_charge_cents)
  }

  async function rebookToWindow(tx: Transaction, order: Row<'orders'>, lines: PricedLine[], windowId: number) {
    if (order.order_type === 'pickup') throw new ShopError('delivery.changed')
    const itemsCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
    const choice = { method: 'window', windowId } as const
    const { deliveryPromise } = await delivery.bookDelivery(tx, { branchId: order.branch_id, choice, itemsCents })
    await tx
      .updateTable('orders')
      .set({
        delivery_window_id: windowId,
        promised_from: deliveryPromise?.from?.toISOString() ?? null,
        promised_to: deliveryPromise?.to.toISOString() ?? null,
        new_promise_at: null,
        is_scheduled: 1,
      })
      .where('id', '=', order.id)
      .execute()
    return 0
  }

  async function convertToPickup(
    tx: Transaction,
    { id, status, branch_id }: Row<'orders'>,
    { lines, restockedLines, branchId }: PickupConversion,
  ) {
    const store = await delivery.getPickupStore(branchId, tx)
    if (!store.address || branchId === branch_id) throw new ShopError('delivery.changed')
    await catalogue.deductStock(tx, branchId, lines)
    await catalogue.restoreStock(tx, branch_id, restockedLines)
    await tx.deleteFrom('order_pick').where('order_id', '=', id).execute()
    const now = clock.now()
    const readyAt = await delivery.getPromisedAt(tx, { branchId, orderType: 'pickup', paidAt: now })
    await tx
      .updateTable('orders')
      .set({
        branch_id: branchId,
        order_type: 'pickup',
        delivery_address_id: null,
        delivery_address: JSON.stringify(toPickupAddress(store.name, store.address)),
        delivery_window_id: null,
        promised_from: null,
        promised_to: readyAt.toISOString(),
        new_promise_at: null,
        is_scheduled: 0,
      })
      .where('id', '=', id)
      .execute()
    await webhooks.enqueueStatusChange(tx, async () => ({ orderId: id, status, branchId, reachedAt: now }))
  }
}

/** Where an order is picked up, in place of its customer's address. */
export function toPickupAddress(storeName: string, address: StoreAddress): Address {
  return { id: 0, placeId: null, addressType: storeName, complement: '', ...address }
}
