import type { Engine } from '../../connection.ts'
import type { TableStatementsBuilder } from './dialects.ts'

/** Prices and stock, and what keeps listings as fast with 200,000 products as with 205. */
export const buildOfferTables: TableStatementsBuilder = ({ engine, withoutRowid }) => [
  // A product's price and stock at one branch.
  `create table offer (
    branch_id integer not null${engine === 'sqlite' ? ' references branch (id)' : ''},
    product_id integer not null${engine === 'sqlite' ? ' references product (id)' : ''},
    price_cents integer not null, -- Before any discount
    stock integer not null, -- Units
    -- This and the following columns are maintained by triggers, so that a listing in any order reads one index, and no import or
    -- sale can miss them; only an import that has computed them inserts them itself
    category_id integer not null default 0,
    subcategory_id integer not null default 0,
    units_sold integer not null default 0,
    requires_prescription integer not null default 0,
    -- After the product's own discount, and the percentage its badge shows (0 without one)
    effective_price_cents integer not null default 0,
    discount_percent integer not null default 0,
    kind text not null default '',
    out_of_stock integer not null default 1, -- 1 where there is no stock, or the product is paused
    constraint offer_key primary key (branch_id, product_id)${engine === 'postgres' ? ` include (${includedColumns})` : ''},
    constraint offer_price_positive check (price_cents > 0),
    constraint offer_stock_not_negative check (stock >= 0)
  )${withoutRowid}`,

  // Out of stock comes last. The columns after the id are for reading and counting by an index-only scan. The most sold begin
  // with what needs no prescription: its pictures show more than a wall of placeholders.
  ...Object.entries({
    popularity:
      'requires_prescription, units_sold desc, product_id, subcategory_id, discount_percent, effective_price_cents, kind',
    price: 'effective_price_cents, product_id, subcategory_id, requires_prescription',
    discount: 'discount_percent desc, product_id, subcategory_id, requires_prescription',
  }).map(
    ([name, columns]) => `create index offer_by_${name} on offer (branch_id, category_id, out_of_stock, ${columns})`,
  ),
  ...triggersByEngine[engine],
]

/** For index-only look-ups by primary key on PostgreSQL; SQLite stores the whole row with the key. */
const includedColumns = 'out_of_stock, effective_price_cents, discount_percent, units_sold'

/** The price after the product's own discount: `calculateUnitPrice` of the catalogue, in SQL. */
const buildDiscountedPriceSql = (price: string, product: string) => `case
  when ${product}.discount_value is null or ${product}.is_pbm = 1 then ${price}
  when ${product}.discount_type = 'amount' then
    case when ${price} > ${product}.discount_value then ${price} - ${product}.discount_value else 1 end
  when ${product}.discount_value >= 100 then 1
  else (cast(${price} as bigint) * (100 - ${product}.discount_value) + 50) / 100
end`

/** What the badge shows, 0 without one. */
const buildDiscountPercentSql = (price: string, product: string) => `case
  when ${product}.discount_value is null or ${product}.is_pbm = 1 then 0
  when ${product}.discount_type = 'amount' then cast(${product}.discount_value as bigint) * 100 / ${price}
  else ${product}.discount_value
end`

const verbatimColumns = ['category_id', 'subcategory_id', 'units_sold', 'requires_prescription']
const numericColumns = [...verbatimColumns, 'effective_price_cents', 'discount_percent']
export const copiedColumnList = `kind, ${numericColumns.join(', ')}`
const watchedColumnList = `kind, ${verbatimColumns.join(', ')}, discount_type, discount_value, is_pbm`
export const buildCopiedValuesSql = (product: string, price: string) =>
  [
    ...['kind', ...verbatimColumns].map((column) => `${product}.${column}`),
    buildDiscountedPriceSql(price, product),
    buildDiscountPercentSql(price, product),
  ].join(', ')

/**
 * Finds a product's offers by the primary key, which begins with the branch: one look-up per branch, without another index.
 */
const buildOffersCondition = (branches: string) => `branch_id ${branches} and product_id = new.id`
const offerCondition = 'branch_id = new.branch_id and product_id = new.product_id'
/** What the trigger of an inserted offer copies from its product: a later migration makes that trigger anew. */
export const copyToOfferSql = `update offer set (${copiedColumnList}) =
  (select ${buildCopiedValuesSql('product', 'new.price_cents')} from product where product.id = new.product_id) where ${offerCondition};`
const updateOutOfStockSql = `update offer set out_of_stock = (new.stock = 0) where ${offerCondition};`

/** A paused product counts as out of stock, in listings and their filters too, until it is resumed. */
const isPausedSql = 'exists (select 1 from product where id = new.product_id and paused_until is not null)'
const isPauseChangedSql = '(old.paused_until is null) <> (new.paused_until is null)'
const isOutOfStockSql = '(stock = 0 or new.paused_until is not null)'

const sqliteTriggers = [
  `create trigger offer_inserted after insert on offer when new.effective_price_cents = 0
    begin ${copyToOfferSql} ${updateOutOfStockSql} end`,
  `create trigger offer_stocked after update of stock on offer when (old.stock > 0) <> (new.stock > 0) begin ${updateOutOfStockSql} end`,
  `create trigger offer_priced after update of price_cents on offer when old.price_cents <> new.price_cents begin ${copyToOfferSql} end`,
  `create trigger product_listed after update of ${watchedColumnList} on product begin
    update offer set (${copiedColumnList}) = (select ${buildCopiedValuesSql('new', 'offer.price_cents')}) where ${buildOffersCondition('in (select id from branch)')};
  end`,
  // The triggers that note the stock fire this one.
  `create trigger offer_while_paused after update of out_of_stock on offer when new.out_of_stock = 0 and ${isPausedSql} begin
    update offer set out_of_stock = 1 where branch_id = new.branch_id and product_id = new.product_id;
  end`,
  `create trigger product_paused after update of paused_until on product when ${isPauseChangedSql} begin
    update offer set out_of_stock = ${isOutOfStockSql} where branch_id in (select id from branch) and product_id = new.id;
  end`,
]

/**
 * In place of foreign keys of `offer` on PostgreSQL, which checks those row by row: nearly half the cost of a large import.
 * These triggers check inserts once per statement. The key of an offer never changes, and no product or branch is ever
 * deleted (withdrawn products have no offers), so a reference stays valid.
 */
const offerReferenceTriggers = [
  `create function offer_names_what_exists() returns trigger language plpgsql as $$
  begin
    if exists (select from added
      left join product on product.id = added.product_id
      left join branch on branch.id = added.branch_id
      where product.id is null or branch.id is null)
    then raise foreign_key_violation using message = 'an offer names a product or branch that does not exist';
    end if;
    return null;
  end $$`,
  `create trigger offer_names_what_exists after insert on offer referencing new table as added
    for each statement execute function offer_names_what_exists()`,
  `create function refuse_for_offers() returns trigger language plpgsql as $$
  begin
    raise foreign_key_violation using message = 'offers name products and branches: these stay what they are';
  end $$`,
  `create trigger offer_keeps_its_key before update of branch_id, product_id on offer
    for each row when ((old.branch_id, old.product_id) <> (new.branch_id, new.product_id)) execute function refuse_for_offers()`,
  ...['product', 'branch'].flatMap((table) => [
    `create trigger ${table}_stays before delete on ${table} for each row execute function refuse_for_offers()`,
    `create trigger ${table}_keeps_its_id before update of id on ${table}
      for each row when (old.id <> new.id) execute function refuse_for_offers()`,
  ]),
]

const postgresTriggers = [
  `create function copy_product_to_offer() returns trigger language plpgsql as $$
  begin
    select ${buildCopiedValuesSql('product', 'new.price_cents')}
      into ${copiedColumnList.replaceAll(/\w+/g, 'new.$&')}
      from product where product.id = new.product_id;
    new.out_of_stock := (new.stock = 0)::integer;
    return new;
  end $$`,
  `create trigger offer_inserted before insert on offer for each row
    when (new.effective_price_cents = 0) execute function copy_product_to_offer()`,
  `create function note_stock() returns trigger language plpgsql as $$
  begin
    new.out_of_stock := (new.stock = 0)::integer;
    return new;
  end $$`,
  `create trigger offer_stocked before update of stock on offer for each row
    when ((old.stock > 0) <> (new.stock > 0)) execute function note_stock()`,
  `create trigger offer_priced before update of price_cents on offer for each row
    when (old.price_cents <> new.price_cents) execute function copy_product_to_offer()`,
  `create function copy_product_to_offers() returns trigger language plpgsql as $$
  begin
    update offer set (${copiedColumnList}) = (select ${buildCopiedValuesSql('new', 'offer.price_cents')}) where ${buildOffersCondition('= any (array(select id from branch))')};
    return null;
  end $$`,
  `create trigger product_listed after update of ${watchedColumnList} on product for each row
    when ((${watchedColumnList.replaceAll(/\w+/g, 'old.$&')}) is distinct from (${watchedColumnList.replaceAll(/\w+/g, 'new.$&')}))
    execute function copy_product_to_offers()`,
  `create function note_pause() returns trigger language plpgsql as $$
  begin
    if ${isPausedSql} then new.out_of_stock := 1; end if;
    return new;
  end $$`,
  // Fires after the triggers that note the stock: they run in the order of their names.
  `create trigger offer_while_paused before insert or update of stock on offer for each row
    when (new.out_of_stock = 0) execute function note_pause()`,
  `create function pause_offers() returns trigger language plpgsql as $$
  begin
    update offer set out_of_stock = ${isOutOfStockSql}::integer
      where branch_id = any (array(select id from branch)) and product_id = new.id;
    return null;
  end $$`,
  `create trigger product_paused after update of paused_until on product for each row
    when (${isPauseChangedSql}) execute function pause_offers()`,
  ...offerReferenceTriggers,
]

const triggersByEngine: Record<Engine, string[]> = { sqlite: sqliteTriggers, postgres: postgresTriggers }
