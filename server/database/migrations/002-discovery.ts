import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'

/**
 * Columns and indexes that keep listings and search as fast with 200,000 products as with 205. Triggers maintain the derived
 * columns, so that no import or sale can miss them; only an import that has computed them inserts them itself.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)

  // Byte order on both engines: the sort order must not depend on the database's locale.
  await run(
    `alter table product add column name_key text not null default ''${engine === 'postgres' ? ' collate "C"' : ''}`,
  )
  for (const column of copiedNumbers) await run(`alter table offer add column ${column} integer not null default 0`)
  await run(`alter table offer add column kind text not null default ''`)
  // A plain column, since neither engine does index-only scans on an expression.
  await run('alter table offer add column out_of_stock integer not null default 1')

  await run('create index product_by_name on product (category_id, name_key, id)')
  // The columns after the category are for counting filters by an index-only scan.
  for (const [name, column] of Object.entries({ brand: 'brand', ingredient: 'active_ingredient' })) {
    await run(
      `create index product_by_${name} on product (${column}, category_id, subcategory_id, requires_prescription, kind, id)`,
    )
  }
  // Out of stock comes last. The columns after the id are for reading and counting by an index-only scan.
  for (const [name, order, more] of [
    ['popularity', 'units_sold desc', ', discount_percent, effective_price_cents, kind'],
    ['price', 'effective_price_cents', ''],
    ['discount', 'discount_percent desc', ''],
  ]) {
    await run(
      `create index offer_by_${name} on offer (branch_id, category_id, out_of_stock, ${order}, product_id, subcategory_id, requires_prescription${more})`,
    )
  }

  // The same for look-ups by primary key on PostgreSQL; SQLite stores the whole row with the key.
  if (engine === 'postgres') {
    await run(`alter table offer drop constraint offer_key, add constraint offer_key primary key (branch_id, product_id)
      include (out_of_stock, effective_price_cents, discount_percent, units_sold)`)
  }

  await run(
    'create table search_word (word text primary key, spelling text not null, products integer not null, ingredient text)',
  )
  await run('create table catalogue_version (id integer primary key, version integer not null)')
  await run(
    `create table listing_count (branch_id integer not null, category_id integer not null, subcategory_id integer not null,
      facet text not null, position integer not null, value text not null, products integer not null,
      primary key (branch_id, category_id, subcategory_id, facet, position))`,
  )

  for (const statement of engine === 'postgres' ? postgres : sqlite) await run(statement)
}

/** The price after the product's own discount: `unitPrice` of the catalogue, in SQL. */
const discounted = (price: string, product: string) => `case
  when ${product}.discount_value is null or ${product}.is_pbm = 1 then ${price}
  when ${product}.discount_type = 'amount' then
    case when ${price} > ${product}.discount_value then ${price} - ${product}.discount_value else 1 end
  when ${product}.discount_value >= 100 then 1
  else (cast(${price} as bigint) * (100 - ${product}.discount_value) + 50) / 100
end`

/** What the badge shows, 0 without one. */
const percent = (price: string, product: string) => `case
  when ${product}.discount_value is null or ${product}.is_pbm = 1 then 0
  when ${product}.discount_type = 'amount' then cast(${product}.discount_value as bigint) * 100 / ${price}
  else ${product}.discount_value
end`

const copiedAsTheyAre = ['category_id', 'subcategory_id', 'units_sold', 'requires_prescription']
const copiedNumbers = [...copiedAsTheyAre, 'effective_price_cents', 'discount_percent']
const copied = `kind, ${copiedNumbers.join(', ')}`
const listedIn = `kind, ${copiedAsTheyAre.join(', ')}, discount_type, discount_value, is_pbm`
const copyFrom = (product: string, price: string) =>
  [
    ...['kind', ...copiedAsTheyAre].map((column) => `${product}.${column}`),
    discounted(price, product),
    percent(price, product),
  ].join(', ')

/**
 * Finds a product's offers by the primary key, which begins with the branch: one look-up per branch, without another index.
 */
const itsOffers = (branches: string) => `branch_id ${branches} and product_id = new.id`
const thisOffer = 'branch_id = new.branch_id and product_id = new.product_id'
const copyToOneOffer = `update offer set (${copied}) =
  (select ${copyFrom('product', 'new.price_cents')} from product where product.id = new.product_id) where ${thisOffer};`
const noteStock = `update offer set out_of_stock = (new.stock = 0) where ${thisOffer};`

/**
 * The search table's row numbers, in the order in which candidates are cut off: best sellers first (by the number of digits
 * of the units sold, so that few sales move a row), then by id, which is the lower 32 bits.
 */
const rowNumber = (product: string) => `((20 - length(${product}.units_sold)) << 32 | ${product}.id)`

const sqlite = [
  `create trigger offer_inserted after insert on offer when new.effective_price_cents = 0
    begin ${copyToOneOffer} ${noteStock} end`,
  `create trigger offer_stocked after update of stock on offer when (old.stock > 0) <> (new.stock > 0) begin ${noteStock} end`,
  `create trigger offer_priced after update of price_cents on offer when old.price_cents <> new.price_cents begin ${copyToOneOffer} end`,
  `create trigger product_listed after update of ${listedIn} on product begin
    update offer set (${copied}) = (select ${copyFrom('new', 'offer.price_cents')}) where ${itsOffers('in (select id from branch)')};
  end`,

  `create virtual table product_search using fts5(search_text, content='', contentless_delete=1, tokenize='ascii', prefix='2 3 4', detail=none)`,
  `create trigger product_search_inserted after insert on product begin
    insert into product_search (rowid, search_text) values (${rowNumber('new')}, new.search_text);
  end`,
  `create trigger product_search_deleted after delete on product begin
    delete from product_search where rowid = ${rowNumber('old')};
  end`,
  `create trigger product_search_updated after update of search_text, units_sold on product
    when old.search_text <> new.search_text or length(old.units_sold) <> length(new.units_sold) begin
    delete from product_search where rowid = ${rowNumber('old')};
    insert into product_search (rowid, search_text) values (${rowNumber('new')}, new.search_text);
  end`,
]

const postgres = [
  `create function copy_product_to_offer() returns trigger language plpgsql as $$
  begin
    select ${copyFrom('product', 'new.price_cents')}
      into ${copied.replaceAll(/\w+/g, 'new.$&')}
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
    update offer set (${copied}) = (select ${copyFrom('new', 'offer.price_cents')}) where ${itsOffers('= any (array(select id from branch))')};
    return null;
  end $$`,
  `create trigger product_listed after update of ${listedIn} on product for each row
    when ((${listedIn.replaceAll(/\w+/g, 'old.$&')}) is distinct from (${listedIn.replaceAll(/\w+/g, 'new.$&')}))
    execute function copy_product_to_offers()`,

  `alter table product
    add column search_vector tsvector generated always as (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) stored,
    add column search_row bigint generated always as ((20 - length(units_sold::text))::bigint << 32 | id) stored`,
  'create index product_by_words on product using gin (search_vector)',
  // Has every column that a search reads, for index-only scans. The catalogue keeps its rows below PostgreSQL's limit of
  // 2,704 bytes (`searchColumns`, `areTooLong`).
  `create index product_by_search_row on product (search_row) include (search_vector, search_text, id, name_key, brand,
    active_ingredient, kind, requires_prescription, units_sold, category_id, subcategory_id)`,
]
