import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Words by which goods of a till's file find their category, and products of one that wait until somebody completes them. */
export async function up({ schema }: Kysely<unknown>, engine: Engine): Promise<void> {
  await schema
    .createTable('catalogue_rule')
    .addColumn('words', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('category', text, (c) => c.notNull())
    .addColumn('subcategory', text, (c) => c.notNull())
    .addColumn('is_medicine', int, (c) => c.notNull())
    .execute()
  await schema
    .createTable('pending_product')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('code', text, (c) => c.notNull().unique())
    .addColumn('ean', text)
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('suggestion', text, (c) => c.notNull())
    .addColumn('is_left_out', int, (c) => c.notNull().defaultTo(0))
    .addColumn('product_id', int, (c) => c.references('product.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('pending_product_by_product').on('pending_product').column('product_id').execute()
  await schema
    .createTable('pending_offer')
    .addColumn('pending_product_id', int, (c) => c.notNull().references('pending_product.id').onDelete('cascade'))
    .addColumn('branch_id', int, (c) => c.notNull().references('branch.id').onDelete('cascade'))
    .addColumn('price_cents', int)
    .addColumn('stock', int, (c) => c.notNull().check(sql`stock >= 0`))
    .addPrimaryKeyConstraint('pending_offer_key', ['pending_product_id', 'branch_id'])
    .execute()
}
