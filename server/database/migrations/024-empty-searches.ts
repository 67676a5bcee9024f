import type { Kysely } from 'kysely'

/** Searches that found nothing, counted by day: what the shop might order, or call by another word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('empty_search')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('times', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('empty_search_key', ['day', 'words'])
    .execute()
}
