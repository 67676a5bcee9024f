import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'
import { buildCopiedValuesSql, copiedColumnList, copyToOfferSql } from './100-shop/offers.ts'

/**
 * Stock as it was counted on the shelf, a safety stock that is not sold, products by bar code and by SKU in any case, coupons
 * that are told apart by an id, and what the files of gains granted in all.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const table of ['offer', 'withdrawn_offer'])
    await db.schema
      .alterTable(table)
      .addColumn('oversold', int, (c) => c.notNull().defaultTo(0).check(sql`oversold >= 0`))
      .execute()
  for (const table of ['branch', 'offer'])
    await db.schema
      .alterTable(table)
      .addColumn('safety_stock', int, (c) => c.notNull().defaultTo(0).check(sql`safety_stock >= 0`))
      .execute()
  await db.schema
    .alterTable('product')
    .addColumn('safety_stock', int, (c) => c.check(sql`safety_stock >= 0`))
    .execute()
  for (const statement of triggersByEngine[engine]) await sql.raw(statement).execute(db)
  await db.schema.alterTable('staged_offer').addColumn('ean', text).execute()
  await identifyCoupons(db, engine)
  await sql`create index product_by_ean on product (ean)`.execute(db)
  await sql`create index product_by_folded_sku on product (lower(sku))`.execute(db)
  await db.schema
    .alterTable('gain')
    .addColumn('granted_cents', int, (c) => c.check(sql`granted_cents >= 0`))
    .execute()
}

/** A coupon of the same code as one that was removed is another one; who used a code once is remembered beyond its removal. */
async function identifyCoupons(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = sql.raw(
    'code, title, discount_type, discount_value, max_discount_cents, once_per_customer, first_day, last_day, minimum_cents, max_uses, redemptions',
  )
  for (const table of ['coupon_redemption', 'coupon']) {
    await sql`create temp table ${sql.ref(`kept_${table}`)} as select * from ${sql.ref(table)}`.execute(db)
    await db.schema.dropTable(table).execute()
  }
  await db.schema
    .createTable('coupon')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('code', text, (c) => c.notNull().unique())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('discount_type', text, (c) => c.notNull())
    .addColumn('discount_value', int, (c) => c.notNull())
    .addColumn('max_discount_cents', int)
    .addColumn('once_per_customer', int, (c) => c.notNull())
    .addColumn('first_day', text)
    .addColumn('last_day', text)
    .addColumn('minimum_cents', int)
    .addColumn('max_uses', int)
    .addColumn('redemptions', int, (c) => c.notNull().defaultTo(0).check(sql`redemptions >= 0`))
    .addCheckConstraint('coupon_takes_something_off', sql`discount_value > 0`)
    .execute()
  await sql`insert into coupon (${columns}) select ${columns} from kept_coupon order by code`.execute(db)
  await db.schema
    .createTable('coupon_redemption')
    .addColumn('coupon_code', text, (c) => c.notNull())
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('order_id', int, (c) => c.notNull().unique().references('orders.id'))
    .addPrimaryKeyConstraint('coupon_redemption_once', ['coupon_code', 'customer_id'])
    .execute()
  await sql`insert into coupon_redemption (coupon_code, customer_id, order_id)
    select coupon_code, customer_id, order_id from kept_coupon_redemption`.execute(db)
  for (const table of ['coupon_redemption', 'coupon']) await sql`drop table ${sql.ref(`kept_${table}`)}`.execute(db)
  await db.schema.alterTable('orders').addColumn('coupon_id', int).execute()
  await sql`update orders set coupon_id = (select id from coupon where code = coupon_code) where coupon_code is not null`.execute(
    db,
  )
}

const offerCondition = 'branch_id = new.branch_id and product_id = new.product_id'
/** A product's own safety stock, else its branch's. */
const buildSafetyStockSql = (branchId: string, productId: string) => `coalesce(
  (select safety_stock from product where id = ${productId}), (select safety_stock from branch where id = ${branchId}), 0)`
const insertedSafetySql = buildSafetyStockSql('new.branch_id', 'new.product_id')
const isOutOfStockSql = '(stock <= safety_stock or new.paused_until is not null)'
const isPauseChangedSql = '(old.paused_until is null) <> (new.paused_until is null)'
const isAvailabilityChangedSql = '(old.stock > old.safety_stock) <> (new.stock > new.safety_stock)'
const setBranchSafetySql = `update offer set safety_stock = new.safety_stock where branch_id = new.id
  and not exists (select 1 from product where product.id = offer.product_id and product.safety_stock is not null)`
const setProductSafetySql = `update offer
  set safety_stock = coalesce(new.safety_stock, (select safety_stock from branch where branch.id = offer.branch_id), 0)`

const sqliteTriggers = [
  'drop trigger offer_inserted',
  `create trigger offer_inserted after insert on offer when new.effective_price_cents = 0
    begin ${copyToOfferSql}
    update offer set safety_stock = ${insertedSafetySql}, out_of_stock = (new.stock <= ${insertedSafetySql}) where ${offerCondition}; end`,
  'drop trigger offer_stocked',
  `create trigger offer_stocked after update of stock, safety_stock on offer when ${isAvailabilityChangedSql}
    begin update offer set out_of_stock = (new.stock <= new.safety_stock) where ${offerCondition}; end`,
  'drop trigger product_paused',
  `create trigger product_paused after update of paused_until on product when ${isPauseChangedSql} begin
    update offer set out_of_stock = ${isOutOfStockSql} where branch_id in (select id from branch) and product_id = new.id;
  end`,
  `create trigger branch_secured after update of safety_stock on branch when old.safety_stock <> new.safety_stock
    begin ${setBranchSafetySql}; end`,
  `create trigger product_secured after update of safety_stock on product when old.safety_stock is not new.safety_stock
    begin ${setProductSafetySql} where branch_id in (select id from branch) and product_id = new.id; end`,
]

const postgresTriggers = [
  `create or replace function copy_product_to_offer() returns trigger language plpgsql as $$
  begin
    select ${buildCopiedValuesSql('product', 'new.price_cents')}
      into ${copiedColumnList.replaceAll(/\w+/g, 'new.$&')}
      from product where product.id = new.product_id;
    -- A change of price leaves a paused product paused.
    if tg_op = 'INSERT' then
      new.safety_stock := ${insertedSafetySql};
      new.out_of_stock := (new.stock <= new.safety_stock)::integer;
    end if;
    return new;
  end $$`,
  `create or replace function note_stock() returns trigger language plpgsql as $$
  begin
    new.out_of_stock := (new.stock <= new.safety_stock)::integer;
    return new;
  end $$`,
  'drop trigger offer_stocked on offer',
  `create trigger offer_stocked before update of stock, safety_stock on offer for each row
    when (${isAvailabilityChangedSql}) execute function note_stock()`,
  'drop trigger offer_while_paused on offer',
  // Fires after the triggers that note the stock: they run in the order of their names.
  `create trigger offer_while_paused before insert or update of stock, safety_stock on offer for each row
    when (new.out_of_stock = 0) execute function note_pause()`,
  `create or replace function pause_offers() returns trigger language plpgsql as $$
  begin
    update offer set out_of_stock = ${isOutOfStockSql}::integer
      where branch_id = any (array(select id from branch)) and product_id = new.id;
    return null;
  end $$`,
  `create function secure_offers_of_branch() returns trigger language plpgsql as $$
  begin
    ${setBranchSafetySql};
    return null;
  end $$`,
  `create trigger branch_secured after update of safety_stock on branch for each row
    when (old.safety_stock <> new.safety_stock) execute function secure_offers_of_branch()`,
  `create function secure_offers_of_product() returns trigger language plpgsql as $$
  begin
    ${setProductSafetySql} where branch_id = any (array(select id from branch)) and product_id = new.id;
    return null;
  end $$`,
  `create trigger product_secured after update of safety_stock on product for each row
    when (old.safety_stock is distinct from new.safety_stock) execute function secure_offers_of_product()`,
]

const triggersByEngine: Record<Engine, string[]> = { sqlite: sqliteTriggers, postgres: postgresTriggers }
