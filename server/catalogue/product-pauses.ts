import type { Database, TransactionHook } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'

/** Later than any day a shop opens: paused until the operator resumes it. */
const indefiniteEnd = '9999-12-31T00:00:00.000Z'

interface PausedProduct {
  sku: string
  name: string
  /** Null: until the operator resumes it. */
  pausedUntil: Date | null
}

export type ProductPauseService = ReturnType<typeof createProductPauseService>

const noop: TransactionHook = async () => {}

/** Products taken off sale for a while: their pages stay, and show that they cannot be bought for now. */
export function createProductPauseService({ db, transact }: Database, clock: Clock) {
  return { pauseProduct, resumeProduct, listPausedProducts, resumeDueProducts }

  /** @returns false when there is no such product */
  async function pauseProduct(sku: string, pausedUntil: Date | null, transactionHook = noop): Promise<boolean> {
    return setPause(sku, pausedUntil?.toISOString() ?? indefiniteEnd, transactionHook)
  }

  /** @returns false when there is no such product */
  async function resumeProduct(sku: string, transactionHook = noop): Promise<boolean> {
    return setPause(sku, null, transactionHook)
  }

  async function setPause(sku: string, pausedUntil: string | null, transactionHook: TransactionHook): Promise<boolean> {
    return transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('product')
        .set({ paused_until: pausedUntil })
        .where('sku', '=', sku)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await transactionHook(tx)
      return numUpdatedRows === 1n
    })
  }

  async function listPausedProducts(): Promise<PausedProduct[]> {
    const rows = await db
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
  async function resumeDueProducts(): Promise<void> {
    await db
      .updateTable('product')
      .set({ paused_until: null })
      .where('paused_until', '<=', clock.now().toISOString())
      .execute()
  }
}
