import type { Context } from '../context.ts'

/** Later than any day a shop opens: paused until the operator resumes it. */
const indefiniteEnd = new Date('9999-12-31T00:00:00.000Z')

interface PausedProduct {
  sku: string
  name: string
  /** Null: until the operator resumes it. */
  pausedUntil: Date | null
}

/** @returns false when there is no such product */
export async function pauseProduct(ctx: Context, sku: string, pausedUntil: Date | null): Promise<boolean> {
  return setPause(ctx, sku, pausedUntil ?? indefiniteEnd)
}

/** @returns false when there is no such product */
export async function resumeProduct(ctx: Context, sku: string): Promise<boolean> {
  return setPause(ctx, sku, null)
}

async function setPause(ctx: Context, sku: string, pausedUntil: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('product')
    .set({ pauseEndsAt: pausedUntil })
    .where('sku', '=', sku)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function listPausedProducts(ctx: Context): Promise<PausedProduct[]> {
  const rows = await ctx.db
    .selectFrom('product')
    .select(['sku', 'name', 'pauseEndsAt'])
    .where('pauseEndsAt', 'is not', null)
    .orderBy('sku')
    .execute()
  return rows.map(({ sku, name, pauseEndsAt }) => ({
    sku,
    name,
    pausedUntil: pauseEndsAt !== null && pauseEndsAt < indefiniteEnd ? pauseEndsAt : null,
  }))
}

/** Resumes the products whose pause has ended. Called periodically. */
export async function resumeDueProducts(ctx: Context): Promise<void> {
  await ctx.db.updateTable('product').set({ pauseEndsAt: null }).where('pauseEndsAt', '<=', ctx.clock.now()).execute()
}
