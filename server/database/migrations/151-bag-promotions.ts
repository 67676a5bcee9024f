import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Promotions whose price depends on the bag, and what was taken off each line of an order. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('bag_promotion')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('rule', text, (c) => c.notNull())
    .addColumn('product_count', int, (c) => c.notNull())
    .addColumn('starts_at', text, (c) => c.notNull())
    .addColumn('ends_at', text)
    .execute()
  await db.schema
    .createTable('bag_promotion_product')
    .addColumn('promotion_id', int, (c) => c.notNull().references('bag_promotion.id').onDelete('cascade'))
    .addColumn('product_id', int, (c) => c.notNull().references('product.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('bag_promotion_product_key', ['promotion_id', 'product_id'])
    .execute()
  await db.schema
    .createIndex('bag_promotion_product_by_product')
    .on('bag_promotion_product')
    .column('product_id')
    .execute()
  await db.schema
    .createTable('order_line_discount')
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('product_id', int, (c) => c.notNull())
    // 0: the product's own discount.
    .addColumn('promotion_id', int, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('units', int, (c) => c.notNull().check(sql`units > 0`))
    .addColumn('cents', int, (c) => c.notNull().check(sql`cents > 0`))
    .addPrimaryKeyConstraint('order_line_discount_key', ['order_id', 'product_id', 'promotion_id'])
    .execute()
  await sql`
    insert into order_line_discount (order_id, product_id, promotion_id, title, units, cents)
    select order_id, product_id, 0, '', quantity, (full_price_cents - price_cents) * quantity
    from order_line where full_price_cents > price_cents
  `.execute(db)
  await db.schema.alterTable('order_line').dropColumn('price_cents').execute()
}
