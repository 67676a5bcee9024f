import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Back-in-stock notices, and the tables that stage the operator's imports. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db

  await schema
    .createTable('stock_notice')
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addColumn('branch_id', int, (c) => c.notNull().references('branch.id'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('asked_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('stock_notice_key', ['product_id', 'branch_id', 'email'])
    .execute()

  await schema
    .createTable('staged_product')
    .addColumn('import_id', text, (c) => c.notNull())
    .addColumn('line', int, (c) => c.notNull())
    .addColumn('sku', text, (c) => c.notNull())
    .addColumn('slug', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('brand', text, (c) => c.notNull())
    .addColumn('manufacturer', text, (c) => c.notNull())
    .addColumn('active_ingredient', text, (c) => c.notNull())
    .addColumn('presentation', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('category', text, (c) => c.notNull())
    .addColumn('subcategory', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('prescription_class', text, (c) => c.notNull())
    .addColumn('requires_prescription', int, (c) => c.notNull())
    .addColumn('is_medicine', int, (c) => c.notNull())
    .addColumn('is_pbm', int, (c) => c.notNull())
    .addColumn('promo_allowed', int, (c) => c.notNull())
    .addColumn('show_image', int, (c) => c.notNull())
    .addColumn('sellable_online', int, (c) => c.notNull())
    .addColumn('discount_type', text)
    .addColumn('discount_value', int)
    .addColumn('ean', text)
    .addColumn('ggrem', text)
    .addColumn('anvisa_registration', text)
    .addColumn('ceiling_price_cents', int)
    .addColumn('leaflet_url', text)
    .addColumn('search_text', text, (c) => c.notNull())
    .addColumn('name_key', text, (c) => c.notNull())
    .addColumn('price_cents', int, (c) => c.notNull())
    .addColumn('effective_price_cents', int, (c) => c.notNull())
    .addColumn('discount_percent', int, (c) => c.notNull())
    .addColumn('pictures', text)
    // By line: rows are written and published in the file's order.
    .addPrimaryKeyConstraint('staged_product_key', ['import_id', 'line'])
    .addUniqueConstraint('staged_product_sku', ['import_id', 'sku'])
    .addUniqueConstraint('staged_product_slug', ['import_id', 'slug'])
    .execute()

  await schema
    .createTable('staged_offer')
    .addColumn('import_id', text, (c) => c.notNull())
    .addColumn('line', int, (c) => c.notNull())
    .addColumn('branch_id', int, (c) => c.notNull())
    .addColumn('sku', text, (c) => c.notNull())
    .addColumn('price_cents', int, (c) => c.notNull())
    .addColumn('stock', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('staged_offer_key', ['import_id', 'branch_id', 'sku'])
    .addCheckConstraint('staged_offer_price_positive', sql`price_cents > 0`)
    .addCheckConstraint('staged_offer_stock_not_negative', sql`stock >= 0`)
    .execute()

  // Without a write-ahead log: a crash ends the import anyway.
  if (engine === 'postgres') {
    for (const table of ['staged_product', 'staged_offer']) {
      await sql`alter table ${sql.table(table)} set unlogged`.execute(db)
    }
  }
}
