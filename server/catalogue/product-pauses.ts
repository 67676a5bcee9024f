import type { Context } from '../context.ts'

/** Later than any day a shop opens: paused until the operator resumes it. */
const indefiniteEnd = '9999-12-31T00:00:00.000Z'

interface PausedProduct {
  sku: string
  name: string
  /** Null: until the operator resumes it. */
  pausedUntil: Date | null
}

/** @returns false when there is no such product */
export async function pauseProduct(ctx: Context, sku: string, pausedUntil: Date | null): Promise<boolean> {
  return setPause(ctx, sku, pausedUntil?.toISOString() ?? indefiniteEnd)
}

/** @returns false when there is no such product */
export async function resumeProduct(ctx: Context, sku: string): Promise<boolean> {
  return setPause(ctx, sku, null)
}

async function setPause(ctx: Context, sku: string, pausedUntil: string | null): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('product')
    .set({ paused_until: pausedUntil })
    .where('sku', '=', sku)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function listPausedProducts(ctx: Context): Promise<PausedProduct[]> {
  const rows = await ctx.db
    .selectFrom('product')
    .select(['sku', 'name', 'paused_until'])
    .where('paused_until', 'is not', null)
    .orderBy('sku')
    .execute()
  return rows.map(({ sku, name, paused_until }) => ({
    sku,
    name,
    pausedUntil: paused_until === null || paused_until === indefiniteEnd ? null : new Date(paused_until),
  }))
}

/** Resumes the products whose pause has ended. Called periodically. */
export async function resumeDueProducts(ctx: Context): Promise<void> {
  await ctx.db
    .updateTable('product')
    .set({ paused_until: null })
    .where('paused_until', '<=', ctx.clock.now().toISOString())
    .execute()
}
