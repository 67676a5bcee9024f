import type { Kysely } from 'kysely'

/** Since when a restored shop does nothing by itself; null of one that is open as usual. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('database_kind').addColumn('resting_since', 'text').execute()
}
