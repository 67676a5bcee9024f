import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'

/** A query of units sold, by `branch_id` and `product_id`, as `units`. The domain of orders has it. */
export type SoldUnitsQuery = RawBuilder<{ branchId: number; productId: number; units: number }>

/** A product of which a branch has too little. */
export interface LowStock {
  productId: number
  name: string
  branchId: number
  /** Units that the branch may sell: on its shelf, without those that orders hold and without the safety stock. */
  availableUnits: number
  /** In how many days it is sold out at the present pace; 0: it is. */
  daysLeft: number
}

const availableUnitsSql = sql<number>`case when stock > offer.safety_stock then stock - offer.safety_stock else 0 end`

/**
 * What sold, is still sold online, and is used up or will be within so many days; what is used up first, of it what sells most.
 * @param soldDays in which the units were sold
 * @returns the first ones, and how many there are in all
 */
export async function listLowStock(
  ctx: Context,
  soldUnitsQuery: SoldUnitsQuery,
  { soldDays, withinDays, maxCount }: { soldDays: number; withinDays: number; maxCount: number },
): Promise<{ products: LowStock[]; totalCount: number }> {
  const rows = await ctx.db
    .selectFrom(soldUnitsQuery.as('sold'))
    .innerJoin('offer', (join) =>
      join.onRef('offer.branchId', '=', 'sold.branchId').onRef('offer.productId', '=', 'sold.productId'),
    )
    .innerJoin('product', 'product.id', 'offer.productId')
    .select(['offer.productId', 'offer.branchId', 'product.name', 'sold.units'])
    .select([availableUnitsSql.as('availableUnits'), sql<number>`count(*) over ()`.as('totalCount')])
    .where('sold.units', '>', 0)
    .where('product.pauseEndsAt', 'is', null)
    .where('product.isSellableOnline', '=', true)
    .where(sql<boolean>`(${availableUnitsSql}) * ${sql.lit(soldDays)} < sold.units * ${sql.lit(withinDays)}`)
    .orderBy(sql`(${availableUnitsSql}) * 1.0 / sold.units`)
    .orderBy('sold.units', 'desc')
    .orderBy('offer.productId')
    .orderBy('offer.branchId')
    .limit(maxCount)
    .execute()
  return {
    products: rows.map(({ units, totalCount: _, ...row }) => ({
      ...row,
      daysLeft: Math.floor((row.availableUnits * soldDays) / Number(units)),
    })),
    totalCount: Number(rows[0]?.totalCount ?? 0),
  }
}
