import type { Database, Transaction } from '../database/connection.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { transitions } from './lifecycle.ts'
import type { DateRange } from './reports.ts'

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

export type Lots = ReturnType<typeof createLots>

/** Which lots lie in an order's bag, of medicines whose prescription is retained (RDC 471/2021). */
export function createLots({ db }: Pick<Database, 'db'>) {
  return { setLots, listLots, listLotsOfOrders, listDispensedOrders }

  /** Replaces what was said before. Empty text says nothing. @throws ShopError "pick.lot" */
  async function setLots(tx: Transaction, orderId: number, { productId, name, units, text }: LotsInput): Promise<void> {
    if (text.trim() === '') return
    const lots = parseLots(text, units)
    if (!lots) throw new ShopError('pick.lot', { input: 'lots', product: name })
    await tx.deleteFrom('order_lot').where('order_id', '=', orderId).where('product_id', '=', productId).execute()
    const rows = lots.map((lot) => ({ order_id: orderId, product_id: productId, ...lot }))
    await tx.insertInto('order_lot').values(rows).execute()
  }

  /** By product. */
  async function listLots(orderId: number): Promise<Map<number, Lot[]>> {
    return (await listLotsOfOrders([orderId])).get(orderId) ?? new Map()
  }

  /** By order and product, of those that have any. */
  async function listLotsOfOrders(orderIds: number[]): Promise<Map<number, Map<number, Lot[]>>> {
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
    { from, until }: DateRange,
    branchId: number | null,
  ): Promise<{ id: number; at: Date }[]> {
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
    return rows.map(({ id, left_at }) => ({ id, at: new Date(left_at) }))
  }
}

/** @returns null where a lot cannot be read, is said twice, or their units are not those of the line */
export function parseLots(text: string, units: number): Lot[] | null {
  const entries = text
    .split(/[,;]/)
    .map((entry) => /^\s*([A-Z0-9][A-Z0-9./-]{1,19})(?:\s+[x×]?\s*(\d{1,3}))?\s*$/i.exec(entry))
  const lots = entries.flatMap((match) => {
    if (!match) return []
    const [, lot = '', count] = match
    return [{ lot: lot.toUpperCase(), units: count === undefined && entries.length === 1 ? units : Number(count ?? 0) }]
  })
  const isParsed = lots.length === entries.length && lots.every((lot) => lot.units > 0)
  const hasNoDuplicates = new Set(lots.map(({ lot }) => lot)).size === lots.length
  return isParsed && hasNoDuplicates && lots.reduce((sum, lot) => sum + lot.units, 0) === units ? lots : null
}
