import type { TransactionContext } from '../../context.ts'
import type { Row } from '../../database/schema.ts'

/**
 * Counts one offer more or less among the discounted ones of its subcategory and of what it belongs to: rebuilding all counts
 * (`reindex`) for one product would take a large shop seconds.
 */
export async function adjustDiscountedCount(
  ctx: TransactionContext,
  { branchId, categoryId, subcategoryId }: Pick<Row<'offer'>, 'branchId' | 'categoryId' | 'subcategoryId'>,
  delta: 1 | -1,
): Promise<void> {
  const scopes = [
    { categoryId: 0, subcategoryId: 0 },
    { categoryId, subcategoryId: 0 },
    { categoryId, subcategoryId },
  ]
  for (const scope of scopes) {
    const countKey = { branchId, ...scope, facet: 'onOffer', position: 1, value: '1' } as const
    await ctx.db
      .insertInto('facetCount')
      .values({ ...countKey, products: delta })
      .onConflict((conflict) =>
        conflict
          .columns(['branchId', 'categoryId', 'subcategoryId', 'facet', 'position'])
          .doUpdateSet((eb) => ({ products: eb('facetCount.products', '+', delta) })),
      )
      .execute()
  }
  await ctx.db
    .deleteFrom('facetCount')
    .where('branchId', '=', branchId)
    .where('facet', '=', 'onOffer')
    .where('products', '<=', 0)
    .execute()
}
