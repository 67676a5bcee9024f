import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/** At which prices a store sold a product, and when: what a discount is told beside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('price_period')
    .addColumn('product_id', int, (c) => c.notNull().references('product.id').onDelete('cascade'))
    .addColumn('branch_id', int, (c) => c.notNull())
    .addColumn('price_cents', int, (c) => c.notNull())
    .addColumn('started_at', text, (c) => c.notNull())
    .addColumn('ended_at', text)
    .addPrimaryKeyConstraint('price_period_key', ['product_id', 'branch_id', 'started_at'])
    .execute()
  await sql`create unique index price_period_running on price_period (product_id, branch_id) where ended_at is null`.execute(
    db,
  )
  await sql`create index price_period_by_end on price_period (ended_at) where ended_at is not null`.execute(db)
}
