import { type Kysely, sql } from 'kysely'

/** Customers whom the shop does not let in, since when, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('customer').addColumn('blocked_at', 'text').execute()
  await db.schema
    .alterTable('customer')
    .addColumn('block_reason', 'text', (c) => c.check(sql`(blocked_at is null) = (block_reason is null)`))
    .execute()
}
