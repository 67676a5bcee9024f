import { CompiledQuery } from 'kysely'
import type { Database } from './connection.ts'

export type ShownChanges = ReturnType<typeof openShownChanges>

/** Asked by every request for a page without cookies, so not compiled each time. */
const sumOfChanges = CompiledQuery.raw('select coalesce(sum(changes), 0) as changes from shown_change')
const sumWithSales = CompiledQuery.raw('select coalesce(sum(changes + sales), 0) as changes from shown_change')

/**
 * How often that which pages show to everybody has changed: catalogue, prices, stock as shown, branches, banners. Triggers
 * count (migration 017), whichever process writes.
 */
export function openShownChanges({ query, transact }: Pick<Database, 'query' | 'transact'>) {
  return { count, countWithSales, merge }

  /**
   * Grows with every commit that changed something, and never falls. On PostgreSQL the newest row would not do, since rows
   * may become visible in another order than they were numbered in.
   */
  function count(): Promise<number> {
    return sumOf(sumOfChanges)
  }

  /** The same for listings, which are sorted by sales, too. */
  function countWithSales(): Promise<number> {
    return sumOf(sumWithSales)
  }

  async function sumOf(sum: CompiledQuery): Promise<number> {
    const { rows } = await query.executeQuery<{ changes: number }>(sum)
    return rows[0]?.changes ?? 0
  }

  /**
   * Replaces all rows by one that counts as many, so that they stay few. To whoever counts, the sum stays the same: the
   * transaction becomes visible as a whole, rows it does not see yet stay as they are, and of two servers that do this at
   * once each replaces only rows that it has deleted itself.
   */
  async function merge(): Promise<void> {
    const { rows } = await query
      .selectFrom('shown_change')
      .select(query.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    if (rows <= 1) return
    await transact(async (tx) => {
      const deleted = await tx.deleteFrom('shown_change').returning(['changes', 'sales']).execute()
      const changes = deleted.reduce((sum, row) => sum + row.changes, 0)
      const sales = deleted.reduce((sum, row) => sum + row.sales, 0)
      if (changes + sales > 0) await tx.insertInto('shown_change').values({ changes, sales }).execute()
    })
  }
}
