import { CompiledQuery, sql } from 'kysely'
import type { Database } from './connection.ts'
import type { Row, Tables } from './schema.ts'

export type ShownChanges = ReturnType<typeof openShownChanges>

/** Asked by every request for a page without cookies, so not compiled each time. */
const sumOfChanges = CompiledQuery.raw('select coalesce(sum(changes), 0) as changes from shown_change')
const sumWithSales = CompiledQuery.raw('select coalesce(sum(changes + sales), 0) as changes from shown_change')

/** How far the changes have come, for who asks again what has changed since. */
export interface Moment {
  /** The sum of all changes and sales. */
  total: number
  lastId: number
}

/** Before anything that is known. */
export const noMoment: Moment = { total: Number.NaN, lastId: 0 }

/** A price or stock that changed, or, in every branch, a product's sales. */
export type ChangedOffer<Column extends keyof Tables['product']> = Pick<Row<'product'>, Column> & {
  productId: number
  /** Null: in every branch. */
  branchId: number | null
  isSale: boolean
}

/**
 * How often that which pages show to everybody has changed: catalogue, prices, stock as shown, branches, banners. Triggers
 * count (migration 017), whichever process writes.
 */
export function openShownChanges({ query, transact }: Pick<Database, 'query' | 'transact'>) {
  return { count, countWithSales, findChangedOffers, merge }

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
   * The offers that have changed since a moment; null where something else has, or it is not known what. That is told by the
   * sum: rows that name an offer must account for all it has grown by. So none is missed that became visible after newer ones,
   * or was merged meanwhile.
   * @param columns of their products, as they were at the same moment
   */
  async function findChangedOffers<Column extends keyof Tables['product'] & string>(
    since: Moment,
    columns: readonly Column[],
  ): Promise<{ moment: Moment; offers: ChangedOffer<Column>[] | null }> {
    const { rows } = await sql<
      ChangedOffer<Column> & { total: number; last: number; id: number | null; sales: number }
    >`
      select total, last, shown_change.id, shown_change.product_id as "productId", branch_id as "branchId", sales,
        ${sql.join(columns.map((column) => sql.ref(`product.${column}`)))}
      from (select coalesce(sum(changes + sales), 0) as total, coalesce(max(id), 0) as last from shown_change) as counted
      left join shown_change on shown_change.id > ${since.lastId} and shown_change.product_id is not null
      left join product on product.id = shown_change.product_id`.execute(query)
    const [{ total, last } = { total: 0, last: 0 }] = rows
    const offers = rows.filter(({ id }) => id !== null).map((row) => ({ ...row, isSale: row.sales > 0 }))
    const isAll = since.total + offers.length === total
    return { moment: { total, lastId: Math.max(last, since.lastId) }, offers: isAll ? offers : null }
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
