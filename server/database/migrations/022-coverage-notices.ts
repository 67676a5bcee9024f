import type { Kysely } from 'kysely'

/** Who wants to know when the shop delivers to a postal code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('coverage_notice')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('zipcode', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('coverage_notice_key', ['email', 'zipcode'])
    .execute()
}
