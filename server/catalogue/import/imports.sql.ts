import { type Expression, type Insertable, type Kysely, sql } from 'kysely'
import type { Database, Transaction } from '../../database/connection.ts'
import type { Tables } from '../../database/schema.ts'

/** Writes checked rows. PostgreSQL gets them as one JSON parameter, which spares it from parsing a very long statement. */
export async function insertStaged<Table extends 'staged_product' | 'staged_offer'>(
  { query, engine }: Pick<Database, 'query' | 'engine'>,
  table: Table,
  records: Insertable<Tables[Table]>[],
): Promise<void> {
  if (engine === 'sqlite') await query.insertInto(table).values(records).execute()
  else {
    await sql`insert into ${sql.table(table)}
      select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::json)`.execute(query)
  }
}

/** The columns copied from a staged row; category and subcategory are looked up by name. */
const copied = [
  'slug',
  'name',
  'brand',
  'manufacturer',
  'active_ingredient',
  'presentation',
  'description',
  'kind',
  'prescription_class',
  'requires_prescription',
  'is_medicine',
  'is_pbm',
  'promo_allowed',
  'show_image',
  'sellable_online',
  'discount_type',
  'discount_value',
  'ean',
  'ggrem',
  'anvisa_registration',
  'ceiling_price_cents',
  'leaflet_url',
  'search_text',
  'name_key',
] as const

const columns = (table: string) => sql.join([...copied.map((name) => sql.ref(`${table}.${name}`))])
const places = sql`category_id, subcategory_id`

/** Staged rows with the ids of the categories they name. */
const staged = (importId: string) => sql`(
  select staged_product.*, category.id as category_id, subcategory.id as subcategory_id
  from staged_product
  join category on category.name = staged_product.category
  join subcategory on subcategory.name = staged_product.subcategory and subcategory.category_id = category.id
  where staged_product.import_id = ${importId}
)`

/** Frees slugs that the file moves from one product to another, since no statement may violate their unique constraint. */
export async function freeSlugs(tx: Transaction, importId: string): Promise<void> {
  await sql`
    update product set slug = '~' || sku where slug in (
      select s.slug from staged_product as s join product as p on p.slug = s.slug
      where s.import_id = ${importId} and p.sku <> s.sku)`.execute(tx)
}

/** Updates only rows that differ: unchanged ones cost neither a write nor a trigger. */
export async function updateProducts(tx: Transaction, importId: string): Promise<number> {
  const assignments = sql.join([
    ...copied.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)}`),
    sql`category_id = s.category_id, subcategory_id = s.subcategory_id`,
  ])
  const { numAffectedRows = 0n } = await sql`
    update product set ${assignments} from ${staged(importId)} as s
    where product.sku = s.sku
      and (${columns('product')}, product.category_id, product.subcategory_id)
        is distinct from (${columns('s')}, s.category_id, s.subcategory_id)`.execute(tx)
  return Number(numAffectedRows)
}

/** New products get the next ids, in the file's order. */
export async function insertProducts(tx: Transaction, importId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into product (id, sku, ${sql.join(copied.map((name) => sql.ref(name)))}, ${places})
    select (select coalesce(max(id), 0) from product) + row_number() over (order by s.line), s.sku,
      ${columns('s')}, s.category_id, s.subcategory_id
    from ${staged(importId)} as s
    where not exists (select 1 from product where product.sku = s.sku)`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Until offers are imported, a new product is listed in every branch at its typical price and out of stock. The columns that
 * triggers maintain are written directly, which halves the work of triggers and indexes. Rows are in the indexes' order.
 */
export async function offerNewProducts(tx: Transaction, importId: string): Promise<void> {
  await sql`
    insert into offer (branch_id, product_id, price_cents, stock, category_id, subcategory_id, kind, requires_prescription,
      units_sold, effective_price_cents, discount_percent)
    select branch.id, product.id, s.price_cents, 0, product.category_id, product.subcategory_id, product.kind,
      product.requires_prescription, product.units_sold, s.effective_price_cents, s.discount_percent
    from staged_product as s
    join product on product.sku = s.sku
    cross join branch
    where s.import_id = ${importId}
      and not exists (select 1 from offer where offer.branch_id = branch.id and offer.product_id = product.id)
    order by branch.id, product.category_id, product.id`.execute(tx)
}

/** Withdraws products that the file does not name: without an offer no page shows them, but old orders still refer to them. */
export async function withdrawOthers(tx: Transaction, importId: string): Promise<number> {
  const others = sql<number>`(
    select product.id from product where not exists (
      select 1 from staged_product where import_id = ${importId} and staged_product.sku = product.sku))`
  const ofOthers = sql`branch_id in (select id from branch) and product_id in ${others}`
  const { rows } = await sql<{ products: number }>`
    select count(distinct product_id) as products from offer where ${ofOthers}`.execute(tx)
  await sql`delete from offer where ${ofOthers}`.execute(tx)
  return rows[0]?.products ?? 0
}

export async function removeForbiddenPictures(tx: Transaction, importId: string): Promise<void> {
  await sql`
    delete from product_picture where product_id in (
      select product.id from product join staged_product as s on s.sku = product.sku
      where s.import_id = ${importId} and s.show_image = 0)`.execute(tx)
}

export async function updateOffers(tx: Transaction, importId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update offer set price_cents = s.price_cents, stock = s.stock
    from staged_offer as s, product
    where s.import_id = ${importId} and product.sku = s.sku
      and offer.product_id = product.id and offer.branch_id = s.branch_id
      and (offer.price_cents <> s.price_cents or offer.stock <> s.stock)`.execute(tx)
  return Number(numAffectedRows)
}

export async function insertOffers(tx: Transaction, importId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into offer (branch_id, product_id, price_cents, stock)
    select s.branch_id, product.id, s.price_cents, s.stock
    from staged_offer as s join product on product.sku = s.sku
    where s.import_id = ${importId}
      and not exists (select 1 from offer where offer.branch_id = s.branch_id and offer.product_id = product.id)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Slugs that already lead to a product the file does not name. */
export function selectTakenSlugs(query: Kysely<Tables>, importId: string) {
  const named: Expression<string> = sql`(select sku from staged_product where import_id = ${importId})`
  return query
    .selectFrom('staged_product')
    .innerJoin('product', 'product.slug', 'staged_product.slug')
    .where('staged_product.import_id', '=', importId)
    .whereRef('product.sku', '!=', 'staged_product.sku')
    .where('product.sku', 'not in', named)
    .select(['staged_product.line', 'product.sku'])
    .orderBy('staged_product.line')
    .limit(100)
    .execute()
}

/** Offers for products or branches the shop does not have, and prices above the legal ceiling. */
export function selectWrongOffers(query: Kysely<Tables>, importId: string) {
  return query
    .selectFrom('staged_offer')
    .leftJoin('product', 'product.sku', 'staged_offer.sku')
    .leftJoin('branch', 'branch.id', 'staged_offer.branch_id')
    .where('staged_offer.import_id', '=', importId)
    .where((eb) =>
      eb.or([
        eb('product.id', 'is', null),
        eb('branch.id', 'is', null),
        eb('product.ceiling_price_cents', '<', eb.ref('staged_offer.price_cents')),
      ]),
    )
    .select(['staged_offer.line', 'product.id as product_id', 'branch.id as branch_id', 'product.ceiling_price_cents'])
    .orderBy('staged_offer.line')
    .limit(100)
    .execute()
}

/** The names of categories in the order in which the file first uses them. */
export function selectStagedPlaces(tx: Transaction, importId: string) {
  return tx
    .selectFrom('staged_product')
    .where('import_id', '=', importId)
    .select(['category', 'subcategory', (eb) => eb.fn.min<number>('line').as('line')])
    .groupBy(['category', 'subcategory'])
    .orderBy('line')
    .execute()
}
