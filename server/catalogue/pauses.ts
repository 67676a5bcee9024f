import type { Database, InTransaction } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'

/** Later than any day a shop opens: paused until the operator resumes it. */
const noEnd = '9999-12-31T00:00:00.000Z'

interface PausedProduct {
  sku: string
  name: string
  /** Null: until the operator resumes it. */
  until: Date | null
}

export type Pauses = ReturnType<typeof createPauses>

const noop: InTransaction = async () => {}

/** Products taken off sale for a while: their pages stay, and say that they cannot be bought for now. */
export function createPauses({ db, transact }: Database, clock: Clock) {
  return { pauseProduct, resumeProduct, listPaused, resumeDue }

  /** @returns false when there is no such product */
  async function pauseProduct(sku: string, until: Date | null, alsoWrite = noop): Promise<boolean> {
    return setPause(sku, until?.toISOString() ?? noEnd, alsoWrite)
  }

  /** @returns false when there is no such product */
  async function resumeProduct(sku: string, alsoWrite = noop): Promise<boolean> {
    return setPause(sku, null, alsoWrite)
  }

  async function setPause(sku: string, until: string | null, alsoWrite: InTransaction): Promise<boolean> {
    return transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('product')
        .set({ paused_until: until })
        .where('sku', '=', sku)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await alsoWrite(tx)
      return numUpdatedRows === 1n
    })
  }

  async function listPaused(): Promise<PausedProduct[]> {
    const rows = await db
      .selectFrom('product')
      .select(['sku', 'name', 'paused_until'])
      .where('paused_until', 'is not', null)
      .orderBy('sku')
      .execute()
    return rows.map(({ sku, name, paused_until }) => ({
      sku,
      name,
      until: paused_until === null || paused_until === noEnd ? null : new Date(paused_until),
    }))
  }

  /** Resumes the products whose pause has ended. Called periodically. */
  async function resumeDue(): Promise<void> {
    await db
      .updateTable('product')
      .set({ paused_until: null })
      .where('paused_until', '<=', clock.now().toISOString())
      .execute()
  }
}
