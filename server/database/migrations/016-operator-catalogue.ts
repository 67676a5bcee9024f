import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/**
 * Withdrawn products keep their prices and stock, a product can be paused, and a file of offers may hold prices alone or stock
 * alone, of products named by SKU, slug or id.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema.alterTable('product').addColumn('paused_until', text).execute()
  for (const statement of engine === 'sqlite' ? sqlite : postgres) await sql.raw(statement).execute(db)

  await schema
    .createTable('withdrawn_offer')
    .addColumn('branch_id', int, (c) => c.notNull().references('branch.id'))
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addColumn('price_cents', int, (c) => c.notNull())
    .addColumn('stock', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('withdrawn_offer_key', ['product_id', 'branch_id'])
    .addCheckConstraint('withdrawn_offer_price_positive', sql`price_cents > 0`)
    .addCheckConstraint('withdrawn_offer_stock_not_negative', sql`stock >= 0`)
    .execute()

  // Holds rows only while an import runs.
  await schema.dropTable('staged_offer').execute()
  await schema
    .createTable('staged_offer')
    .addColumn('import_id', text, (c) => c.notNull())
    .addColumn('line', int, (c) => c.notNull())
    .addColumn('branch_id', int, (c) => c.notNull())
    .addColumn('sku', text)
    .addColumn('slug', text)
    .addColumn('product_id', int)
    .addColumn('price_cents', int)
    .addColumn('stock', int)
    .addPrimaryKeyConstraint('staged_offer_key', ['import_id', 'line'])
    .addCheckConstraint('staged_offer_price_positive', sql`price_cents > 0`)
    .addCheckConstraint('staged_offer_stock_not_negative', sql`stock >= 0`)
    .execute()
  if (engine === 'postgres') await sql`alter table staged_offer set unlogged`.execute(db)
}

/** A paused product counts as out of stock, in listings and their filters too, until it is resumed. */
const isPaused = 'exists (select 1 from product where id = new.product_id and paused_until is not null)'
const whenPausedOrResumed = '(old.paused_until is null) <> (new.paused_until is null)'
const outOfStock = '(stock = 0 or new.paused_until is not null)'

const sqlite = [
  // The triggers that note the stock fire this one.
  `create trigger offer_while_paused after update of out_of_stock on offer when new.out_of_stock = 0 and ${isPaused} begin
    update offer set out_of_stock = 1 where branch_id = new.branch_id and product_id = new.product_id;
  end`,
  `create trigger product_paused after update of paused_until on product when ${whenPausedOrResumed} begin
    update offer set out_of_stock = ${outOfStock} where branch_id in (select id from branch) and product_id = new.id;
  end`,
]

const postgres = [
  `create function note_pause() returns trigger language plpgsql as $$
  begin
    if ${isPaused} then new.out_of_stock := 1; end if;
    return new;
  end $$`,
  // Fires after the triggers that note the stock: they run in the order of their names.
  `create trigger offer_while_paused before insert or update of stock on offer for each row
    when (new.out_of_stock = 0) execute function note_pause()`,
  `create function pause_offers() returns trigger language plpgsql as $$
  begin
    update offer set out_of_stock = ${outOfStock}::integer
      where branch_id = any (array(select id from branch)) and product_id = new.id;
    return null;
  end $$`,
  `create trigger product_paused after update of paused_until on product for each row
    when (${whenPausedOrResumed}) execute function pause_offers()`,
]
