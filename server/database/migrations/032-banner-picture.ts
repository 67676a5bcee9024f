import type { Kysely } from 'kysely'

/** A banner may have a picture of its own, in the place of its product's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('banner').addColumn('picture_key', 'text').execute()
}
