import type { Context } from '../context.ts'
import { loadApplicablePromotions } from './bag-promotions/bag-promotions.ts'
import { listProductOverviews } from './products.ts'
import type { ProductOverview } from './types.ts'

/** Products that cost less together. */
export interface Kit {
  title: string
  /** Without the product whose page asks. */
  otherProducts: Pick<ProductOverview, 'name' | 'slug'>[]
  /** Whether the branch sells all of it now: else nobody gets its price. */
  isComplete: boolean
}

/** The oldest kit that runs for a product; null without one. */
export async function findKit(ctx: Context, branchId: number, productId: number): Promise<Kit | null> {
  const kit = (await loadApplicablePromotions(ctx, [productId])).find(({ rule }) => rule.isSet)
  if (!kit) return null
  const rows = await ctx.db
    .selectFrom('bagPromotionProduct')
    .select('productId')
    .where('promotionId', '=', kit.id)
    .orderBy('productId')
    .execute()
  const products = await listProductOverviews(
    ctx,
    branchId,
    rows.map((row) => row.productId),
  )
  const soldProducts = products.filter(({ stock, isPaused, isSellableOnline }) => {
    return stock > 0 && !isPaused && isSellableOnline
  })
  return {
    title: kit.rule.title,
    otherProducts: products.filter(({ id }) => id !== productId).map(({ name, slug }) => ({ name, slug })),
    isComplete: soldProducts.length === kit.productCount,
  }
}
