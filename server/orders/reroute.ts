import type { Address } from '../addresses/addresses.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StockLine } from '../catalogue/shapes.ts'
import type { Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { StoreAddress } from '../delivery/branch.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { linesLeft } from './lines-left.ts'
import type { Offer } from './offer.ts'
import { addToRefund } from './short-picks.ts'

/** Units that the order's own branch lacks. */
interface Shortage {
  orderId: number
  productId: number
  units: number
}

type PricedLine = StockLine & { priceCents: number }

interface Move {
  /** What the store gives. */
  lines: StockLine[]
  /** What the earlier branch gets back. */
  present: StockLine[]
  branchId: number
}

interface Deps {
  clock: Clock
  catalogue: Pick<Catalogue, 'takeStock' | 'returnStock'>
  delivery: Pick<Delivery, 'book' | 'findStore' | 'releaseWindow' | 'promiseFor'>
  webhooks: Pick<Webhooks, 'enqueue'>
}

export type Reroute = ReturnType<typeof createReroute>

/** Sends a paid order another way than it was placed with, whole. Its prices stay. */
export function createReroute({ clock, catalogue, delivery, webhooks }: Deps) {
  return reroute

  /**
   * @returns cents that go back
   * @throws ShopError "delivery.changed", "delivery.full", "branch.unknown", "stock.short", "removal.balances", "removal.units"
   */
  async function reroute(
    tx: Transaction,
    shortage: Shortage,
    offer: Exclude<Offer, { way: 'product' }>,
  ): Promise<number> {
    const { orderId, productId, units } = shortage
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    const lines = (await linesLeft(tx, orderId)).filter(({ quantity }) => quantity > 0)
    const reservedUnits = lines.find((line) => line.productId === productId)?.quantity ?? 0
    if (!Number.isInteger(units) || units < 1 || units > reservedUnits)
      throw new ShopError('removal.units', { units: reservedUnits })
    if (order.delivery_window_id !== null) await delivery.releaseWindow(tx, order.delivery_window_id)
    if (offer.way === 'window') return toWindow(tx, order, lines, offer.windowId)
    // What its branch lacks was never there.
    const isShort = (line: StockLine) => line.productId === productId
    const present = lines.map((line) => (isShort(line) ? { ...line, quantity: line.quantity - units } : line))
    await toStore(tx, order, { lines, present, branchId: offer.branchId })
    // Nobody brings it.
    return addToRefund(tx, orderId, order.delivery_charge_cents)
  }

  async function toWindow(tx: Transaction, order: Row<'orders'>, lines: PricedLine[], windowId: number) {
    if (order.order_type === 'pickup') throw new ShopError('delivery.changed')
    const itemsCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
    const choice = { way: 'window', windowId } as const
    const { promise } = await delivery.book(tx, { branchId: order.branch_id, choice, itemsCents })
    await tx
      .updateTable('orders')
      .set({
        delivery_window_id: windowId,
        promised_from: promise?.from?.toISOString() ?? null,
        promised_to: promise?.to.toISOString() ?? null,
        new_promise_at: null,
        is_scheduled: 1,
      })
      .where('id', '=', order.id)
      .execute()
    return 0
  }

  async function toStore(
    tx: Transaction,
    { id, status, branch_id }: Row<'orders'>,
    { lines, present, branchId }: Move,
  ) {
    const store = await delivery.findStore(branchId, tx)
    if (!store.address || branchId === branch_id) throw new ShopError('delivery.changed')
    await catalogue.takeStock(tx, branchId, lines)
    await catalogue.returnStock(tx, branch_id, present)
    await tx.deleteFrom('order_pick').where('order_id', '=', id).execute()
    const at = clock.now()
    const ready = await delivery.promiseFor(tx, { branchId, type: 'pickup', paidAt: at })
    await tx
      .updateTable('orders')
      .set({
        branch_id: branchId,
        order_type: 'pickup',
        delivery_address_id: null,
        delivery_address: JSON.stringify(storeAsAddress(store.name, store.address)),
        delivery_window_id: null,
        promised_from: null,
        promised_to: ready.toISOString(),
        new_promise_at: null,
        is_scheduled: 0,
      })
      .where('id', '=', id)
      .execute()
    await webhooks.enqueue(tx, async () => ({ orderId: id, status, branchId, reachedAt: at }))
  }
}

/** Where an order is picked up, in place of its customer's address. */
export function storeAsAddress(name: string, address: StoreAddress): Address {
  return { id: 0, placeId: null, addressType: name, complement: '', ...address }
}
