import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/** Who waits for a product may wait for a lower price, too: the kind is a part of the key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stock_notice_by_kind')
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addColumn('branch_id', int, (c) => c.notNull().references('branch.id'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('price_cents', int)
    .addColumn('requested_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('stock_notice_by_kind_key', ['product_id', 'branch_id', 'email', 'kind'])
    .addCheckConstraint('stock_notice_price', sql`(kind = 'price') = (price_cents is not null)`)
    .execute()
  await sql`
    insert into stock_notice_by_kind (product_id, branch_id, email, kind, requested_at)
    select product_id, branch_id, email, 'stock', requested_at from stock_notice
  `.execute(db)
  await db.schema.dropTable('stock_notice').execute()
  await db.schema.alterTable('stock_notice_by_kind').renameTo('stock_notice').execute()
}
