import { listSharedSubstances } from '../catalogue/substances.ts'
import type { Context } from '../context.ts'
import type { Order } from '../orders/order.ts'

/** Medicines of an order that have a substance in common, by name: their customer was told, and whoever hands them over sees it. */
export async function listOrderSharedSubstances(
  ctx: Context,
  { lines }: Pick<Order, 'lines'>,
): Promise<{ substance: string; names: string[] }[]> {
  const keptLines = lines.filter(({ keptUnits }) => keptUnits > 0)
  const productIds = keptLines.map(({ productId }) => productId)
  const sharedSubstances = await listSharedSubstances(ctx, productIds)
  return sharedSubstances.map(({ substance, productIds }) => ({
    substance,
    names: keptLines.filter(({ productId }) => productIds.includes(productId)).map(({ name }) => name),
  }))
}
