import { type Kysely, sql } from 'kysely'

/** A product's discount for a while: its own one waits here meanwhile, and comes back afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('promotion')
    .addColumn('product_id', 'integer', (c) => c.primaryKey().references('product.id'))
    .addColumn('discount_type', 'text', (c) => c.notNull().check(sql`discount_type in ('amount', 'percent')`))
    .addColumn('discount_value', 'integer', (c) => c.notNull().check(sql`discount_value > 0`))
    .addColumn('starts_at', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text')
    .addColumn('is_running', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('own_discount_type', 'text')
    .addColumn('own_discount_value', 'integer')
    .addCheckConstraint('promotion_percent', sql`discount_type = 'amount' or discount_value < 100`)
    .addCheckConstraint('promotion_in_order', sql`ends_at is null or ends_at > starts_at`)
    .execute()
}
