import type { ChangeHook, Context } from '../context.ts'

/** Later than any day a shop opens: paused until the operator resumes it. */
const indefiniteEnd = '9999-12-31T00:00:00.000Z'

interface PausedProduct {
  sku: string
  name: string
  /** Null: until the operator resumes it. */
  pausedUntil: Date | null
}

/** Given whether it was paused before. */
type PauseHook = ChangeHook<{ isPaused: boolean }>
const noop: PauseHook = async () => {}

/** @returns false when there is no such product */
export async function pauseProduct(
  ctx: Context,
  sku: string,
  pausedUntil: Date | null,
  transactionHook = noop,
): Promise<boolean> {
  return setPause(ctx, sku, pausedUntil?.toISOString() ?? indefiniteEnd, transactionHook)
}

/** @returns false when there is no such product */
export async function resumeProduct(ctx: Context, sku: string, transactionHook = noop): Promise<boolean> {
  return setPause(ctx, sku, null, transactionHook)
}

async function setPause(
  ctx: Context,
  sku: string,
  pausedUntil: string | null,
  transactionHook: PauseHook,
): Promise<boolean> {
  return ctx.transact(async (ctx) => {
    const before = await ctx.db
      .updateTable('product')
      .set((eb) => ({ paused_until: eb.ref('paused_until') }))
      .where('sku', '=', sku)
      .returning('paused_until')
      .executeTakeFirst()
    if (!before) return false
    await ctx.db.updateTable('product').set({ paused_until: pausedUntil }).where('sku', '=', sku).execute()
    await transactionHook(ctx, { isPaused: before.paused_until !== null })
    return true
  })
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
