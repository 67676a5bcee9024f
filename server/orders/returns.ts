import { releaseUnits } from '../bag/programme/laboratory-authorisations.ts'
import { restoreStock, withdrawSales } from '../catalogue/stock.ts'
import type { TransactionContext } from '../context.ts'
import { transitionEffects } from './effects.ts'
import { isInPhase } from './statuses.ts'

/** Units of an order that their customer does not keep. */
export interface ReturnedItem {
  productId: number
  units: number
}

/**
 * Takes units off an order that goes on, whose row the caller holds: money is the caller's. What is still in the shop goes back to the
 * shelf; what left never does, since medicines cannot be sold again.
 */
export async function returnUnits(ctx: TransactionContext, orderId: number, items: ReturnedItem[]): Promise<void> {
  const { status, branchId } = await ctx.db
    .selectFrom('orders')
    .select(['status', 'branchId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const isInShop = isInPhase(status, 'shop')
  const column = isInShop ? 'removedUnits' : 'returnedUnits'
  for (const { productId, units } of items) {
    await ctx.db
      .updateTable('orderLine')
      .set((eb) => ({ [column]: eb(column, '+', units) }))
      .where('orderId', '=', orderId)
      .where('productId', '=', productId)
      .execute()
    await releaseUnits(ctx, orderId, { productId, units })
  }
  const lines = items.map(({ productId, units }) => ({ productId, quantity: units, name: '' }))
  await withdrawSales(ctx, lines)
  if (isInShop) await restoreStock(ctx, branchId, lines)
  if (isInPhase(status, 'done')) await transitionEffects.settleCashback(ctx, orderId)
}
