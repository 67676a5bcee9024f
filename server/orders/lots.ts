import type { Context, TransactionContext } from '../context.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { sumBy } from '../platform/sum-by.ts'
import { transitions } from './lifecycle.ts'
import type { TimeRange } from './sales-figures.ts'

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

/**
 * Replaces the lots recorded before. Empty text leaves them, where there are none or they still add up: after a unit was taken
 * out, or scanned without its lot, somebody has to say which lots went.
 */
export async function setLots(
  ctx: TransactionContext,
  orderId: number,
  { productId, name, units, text }: LotsInput,
): Promise<void> {
  if (text.trim() === '') {
    const recordedLots = (await loadLotsByProduct(ctx, orderId)).get(productId)
    if (!recordedLots || sumBy(recordedLots, (lot) => lot.units) === units) return
  }
  const lots = parseLots(text, units)
  if (!lots) throw new ShopError('pick.lot', { input: 'lots', product: name })
  await ctx.db.deleteFrom('orderLot').where('orderId', '=', orderId).where('productId', '=', productId).execute()
  const rows = lots.map((lot) => ({ orderId, productId, ...lot }))
  await ctx.db.insertInto('orderLot').values(rows).execute()
}

/** One more unit of a lot, as its box was scanned. @param lot in capitals */
export async function addUnit(ctx: TransactionContext, orderId: number, productId: number, lot: string): Promise<void> {
  await ctx.db
    .insertInto('orderLot')
    .values({ orderId, productId, lot, units: 1 })
    .onConflict((conflict) =>
      conflict.columns(['orderId', 'productId', 'lot']).doUpdateSet((eb) => ({ units: eb('orderLot.units', '+', 1) })),
    )
    .execute()
}

/** By product. */
export async function loadLotsByProduct(ctx: Context, orderId: number): Promise<Map<number, Lot[]>> {
  return (await loadLotsByOrder(ctx, [orderId])).get(orderId) ?? new Map()
}

/** By order and product, of those that have any. */
export async function loadLotsByOrder(ctx: Context, orderIds: number[]): Promise<Map<number, Map<number, Lot[]>>> {
  const lotsByOrder = new Map<number, Map<number, Lot[]>>()
  for (const batch of splitIntoBatches(orderIds)) {
    const rows = await ctx.db.selectFrom('orderLot').selectAll().where('orderId', 'in', batch).orderBy('lot').execute()
    for (const { orderId, productId, lot, units } of rows) {
      const lots = lotsByOrder.get(orderId) ?? new Map<number, Lot[]>()
      lotsByOrder.set(orderId, lots.set(productId, [...(lots.get(productId) ?? []), { lot, units }]))
    }
  }
  return lotsByOrder
}

/** The orders with prescription items that left the shop in a span, and when, oldest first; of some branches. */
export async function listDispensedOrders(
  ctx: Context,
  { from, until }: TimeRange,
  branchIds: number[],
): Promise<{ id: number; leftShopAt: Date }[]> {
  if (branchIds.length === 0) return []
  return ctx.db
    .selectFrom('orderEvent')
    .innerJoin('orders', 'orders.id', 'orderEvent.orderId')
    .select(['orders.id', (eb) => eb.fn.min('orderEvent.at').as('leftShopAt')])
    .where('orderEvent.status', 'in', [transitions.dispatch.to, transitions.deliver.to])
    .where('orderEvent.at', '<', until)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orderLine')
          .select('orderId')
          .whereRef('orderId', '=', 'orders.id')
          .where('requiresPrescription', '=', true),
      ),
    )
    .where('orders.branchId', 'in', branchIds)
    .groupBy('orders.id')
    .having((eb) => eb(eb.fn.min('orderEvent.at'), '>=', from))
    .orderBy('leftShopAt')
    .execute()
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
