import type { Context } from '../context.ts'

/** Later than any day a shop opens: paused until the operator resumes it. */
const indefiniteEnd = new Date('9999-12-31T00:00:00.000Z')

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

/** Resumes the products whose pause has ended. Called periodically. */
export async function resumeDueProducts(ctx: Context): Promise<void> {
  await ctx.db.updateTable('product').set({ pauseEndsAt: null }).where('pauseEndsAt', '<=', ctx.clock.now()).execute()
}
