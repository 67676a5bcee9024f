import type { Kysely } from 'kysely'

/** A banner may lead to a part of its category: "Ver protetores" to sunscreens, not to all of beauty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('banner')
    .addColumn('subcategory_id', 'integer', (c) => c.references('subcategory.id'))
    .execute()
}
