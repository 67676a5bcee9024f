import type { TransactionContext } from '../../context.ts'
import type { Row } from '../../database/schema.ts'

/**
 * Counts one offer more or less among the discounted ones of its subcategory and of what it belongs to: rebuilding all counts
 * (`reindex`) for one product would take a large shop seconds.
 */
export async function adjustDiscountedCount(
  ctx: TransactionContext,
  { branch_id, category_id, subcategory_id }: Pick<Row<'offer'>, 'branch_id' | 'category_id' | 'subcategory_id'>,
  delta: 1 | -1,
): Promise<void> {
  const scopes = [
    { category_id: 0, subcategory_id: 0 },
    { category_id, subcategory_id: 0 },
    { category_id, subcategory_id },
  ]
  for (const scope of scopes) {
    const countKey = { branch_id, ...scope, facet: 'onOffer', position: 1, value: '1' } as const
    await ctx.db
      .insertInto('facet_count')
      .values({ ...countKey, products: delta })
      .onConflict((conflict) =>
        conflict
          .columns(['branch_id', 'category_id', 'subcategory_id', 'facet', 'position'])
          .doUpdateSet((eb) => ({ products: eb('facet_count.products', '+', delta) })),
      )
      .execute()
  }
  await ctx.db
    .deleteFrom('facet_count')
    .where('branch_id', '=', branch_id)
    .where('facet', '=', 'onOffer')
    .where('products', '<=', 0)
    .execute()
}
