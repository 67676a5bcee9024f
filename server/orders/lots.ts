import type { Database, Transaction } from '../database/connection.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { transitions } from './lifecycle.ts'
import type { TimeRange } from './reports.ts'

export interface Lot {
  /** As printed on the box, in capitals. */
  lot: string
  units: number
}

/** What a clerk typed for a line: `AB12`, or `AB12 x1, CD34 x2`. */
export interface LotsInput {
  productId: number
  name: string
  units: number
  text: string
}

export type LotService = ReturnType<typeof createLotService>

/** Which lots an order contains, of medicines whose prescription is retained (RDC 471/2021). */
export function createLotService({ db }: Pick<Database, 'db'>) {
  return { setLots, loadLotsByProduct, loadLotsByOrder, listDispensedOrders }

  /** Replaces the lots recorded before; empty text changes nothing. @throws ShopError "pick.lot" */
  async function setLots(tx: Transaction, orderId: number, { productId, name, units, text }: LotsInput): Promise<void> {
    if (text.trim() === '') return
    const lots = parseLots(text, units)
    if (!lots) throw new ShopError('pick.lot', { input: 'lots', product: name })
    await tx.deleteFrom('order_lot').where('order_id', '=', orderId).where('product_id', '=', productId).execute()
    const rows = lots.map((lot) => ({ order_id: orderId, product_id: productId, ...lot }))
    await tx.insertInto('order_lot').values(rows).execute()
  }

  /** By product. */
  async function loadLotsByProduct(orderId: number): Promise<Map<number, Lot[]>> {
    return (await loadLotsByOrder([orderId])).get(orderId) ?? new Map()
  }

  /** By order and product, of those that have any. */
  async function loadLotsByOrder(orderIds: number[]): Promise<Map<number, Map<number, Lot[]>>> {
    const lotsByOrder = new Map<number, Map<number, Lot[]>>()
    for (const batch of splitIntoBatches(orderIds)) {
      const rows = await db.selectFrom('order_lot').selectAll().where('order_id', 'in', batch).orderBy('lot').execute()
      for (const { order_id, product_id, lot, units } of rows) {
        const lots = lotsByOrder.get(order_id) ?? new Map<number, Lot[]>()
        lotsByOrder.set(order_id, lots.set(product_id, [...(lots.get(product_id) ?? []), { lot, units }]))
      }
    }
    return lotsByOrder
  }

  /** The orders with prescription items that left the shop in a span, and when, oldest first; of one branch or (null) of all. */
  async function listDispensedOrders(
    { from, until }: TimeRange,
    branchId: number | null,
  ): Promise<{ id: number; leftShopAt: Date }[]> {
    const rows = await db
      .selectFrom('order_event')
      .innerJoin('orders', 'orders.id', 'order_event.order_id')
      .select(['orders.id', (eb) => eb.fn.min<string>('order_event.at').as('left_at')])
      .where('order_event.status', 'in', [transitions.dispatch.to, transitions.deliver.to])
      .where('order_event.at', '<', until.toISOString())
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('order_line')
            .select('order_id')
            .whereRef('order_id', '=', 'orders.id')
            .where('requires_prescription', '=', 1),
        ),
      )
      .$if(branchId !== null, (qb) => qb.where('orders.branch_id', '=', branchId as number))
      .groupBy('orders.id')
      .having((eb) => eb(eb.fn.min('order_event.at'), '>=', from.toISOString()))
      .orderBy('left_at')
      .execute()
    return rows.map(({ id, left_at }) => ({ id, leftShopAt: new Date(left_at) }))
  }
}

/** @returns null where a lot cannot be parsed, appears twice, or their units do not add up to those of the line */
export function parseLots(text: string, units: number): Lot[] | null {
  const entryMatches = text
    .split(/[,;]/)
    .map((entry) => /^\s*([A-Z0-9][A-Z0-9./-]{1,19})(?:\s+[x×]?\s*(\d{1,3}))?\s*$/i.exec(entry))
  const lots = entryMatches.flatMap((match) => {
    if (!match) return []
    const [, lot = '', unitsText] = match
    return [
      {
        lot: lot.toUpperCase(),
        units: unitsText === undefined && entryMatches.length === 1 ? units : Number(unitsText ?? 0),
      },
    ]
  })
  const areAllParsed = lots.length === entryMatches.length && lots.every((lot) => lot.units > 0)
  const hasNoDuplicates = new Set(lots.map(({ lot }) => lot)).size === lots.length
  return areAllParsed && hasNoDuplicates && lots.reduce((sum, lot) => sum + lot.units, 0) === units ? lots : null
}
