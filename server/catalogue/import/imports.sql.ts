import { type Insertable, type Kysely, sql } from 'kysely'
import type { Transaction } from '../../database/connection.ts'
import type { Tables } from '../../database/schema.ts'

/** The columns copied from a staged row; category and subcategory are looked up by name. */
const copiedColumns = [
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
  'details',
  'search_text',
  'name_key',
] as const

/** The columns entered by people; the rest are derived. */
export const comparedColumns = copiedColumns.filter((name) => name !== 'search_text' && name !== 'name_key')

const buildColumnRefs = (table: string) => sql.join([...copiedColumns.map((name) => sql.ref(`${table}.${name}`))])
const categoryIdColumns = sql`category_id, subcategory_id`

/**
 * The ids of the categories that staged rows name. Materialised, SQLite looks them up by name; it would compare each row with
 * every subcategory otherwise.
 */
const categoryLookupCte = sql`place as materialized (
  select category.name as category, subcategory.name as subcategory, category_id, subcategory.id as subcategory_id
  from subcategory join category on category.id = subcategory.category_id
)`
const matchesCategory = (table: string) =>
  sql`place.category = ${sql.ref(`${table}.category`)} and place.subcategory = ${sql.ref(`${table}.subcategory`)}`

/** Staged rows with the ids of the categories they name: for a dry run, which changes nothing. */
export const buildStagedProductsSource = (importId: string) => sql`(
  select staged_product.*, category.id as category_id, subcategory.id as subcategory_id
  from staged_product
  join category on category.name = staged_product.category
  join subcategory on subcategory.name = staged_product.subcategory and subcategory.category_id = category.id
  where staged_product.import_id = ${importId}
)`

/** Remembers the slugs that the file changes, so that old URLs redirect. */
export async function saveOldSlugs(tx: Transaction, importId: string): Promise<void> {
  await sql`
    insert into product_slug_history (slug, product_id)
    select product.slug, product.id from product join staged_product as s on s.sku = product.sku
    where s.import_id = ${importId} and s.slug <> product.slug
    on conflict (slug) do update set product_id = excluded.product_id`.execute(tx)
}

/** A slug in use again must no longer redirect. */
export async function deleteReusedSlugs(tx: Transaction, importId: string): Promise<void> {
  await sql`
    delete from product_slug_history
    where slug in (select slug from staged_product where import_id = ${importId})`.execute(tx)
}

/** Frees slugs that the file moves from one product to another, since no statement may violate their unique constraint. */
export async function freeReassignedSlugs(tx: Transaction, importId: string): Promise<void> {
  await sql`
    update product set slug = '~' || sku where slug in (
      select s.slug from staged_product as s join product as p on p.slug = s.slug
      where s.import_id = ${importId} and p.sku <> s.sku)`.execute(tx)
}

/** Updates only rows that differ: unchanged ones cost neither a write nor a trigger. */
export async function updateProducts(tx: Transaction, importId: string): Promise<number> {
  const assignments = sql.join([
    ...copiedColumns.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)}`),
    sql`category_id = s.category_id, subcategory_id = s.subcategory_id`,
  ])
  const { numAffectedRows = 0n } = await sql`
    with ${categoryLookupCte}
    update product set ${assignments} from (
      select staged_product.*, category_id, subcategory_id
      from staged_product cross join place where import_id = ${importId} and ${matchesCategory('staged_product')}
    ) as s
    where product.sku = s.sku
      and (${buildColumnRefs('product')}, product.category_id, product.subcategory_id)
        is distinct from (${buildColumnRefs('s')}, s.category_id, s.subcategory_id)`.execute(tx)
  return Number(numAffectedRows)
}

/** Restores the regular discounts of imported products on promotion, so that only what the file changes counts as changed. */
export async function suspendPromotions(tx: Transaction, importId: string): Promise<void> {
  await sql`
    update product set discount_type = p.own_discount_type, discount_value = p.own_discount_value
    from promotion as p
    where p.product_id = product.id and p.is_running = 1 and ${isInFile(importId)}`.execute(tx)
}

/**
 * Promotions go on after an import, with the file's discount as the one to go back to; those of products that the file forbids
 * to promote (RDC 44/2009, art. 54), or gives to a laboratory's programme, end.
 */
export async function resumePromotions(tx: Transaction, importId: string): Promise<void> {
  await sql`
    delete from promotion where product_id in (
      select product.id from product join staged_product as s on s.sku = product.sku
      where s.import_id = ${importId} and (s.promo_allowed = 0 or s.is_pbm = 1))`.execute(tx)
  await sql`
    update promotion set own_discount_type = s.discount_type, own_discount_value = s.discount_value
    from staged_product as s, product
    where s.import_id = ${importId} and product.sku = s.sku
      and promotion.product_id = product.id and promotion.is_running = 1`.execute(tx)
  await sql`
    update product set discount_type = p.discount_type, discount_value = p.discount_value
    from promotion as p
    where p.product_id = product.id and p.is_running = 1 and ${isInFile(importId)}`.execute(tx)
}

/** A ceiling that the file lowers holds at once, in every branch: selling above it is illegal (CMED). */
export async function lowerPricesToCeilings(tx: Transaction, importId: string): Promise<void> {
  await sql`
    update offer set price_cents = s.ceiling_price_cents
    from staged_product as s, product
    where s.import_id = ${importId} and product.sku = s.sku
      and offer.product_id = product.id and offer.branch_id in (select id from branch)
      and offer.price_cents > s.ceiling_price_cents`.execute(tx)
}

/** New products get the next ids, in the file's order: for that only numbers are sorted, not whole rows. */
export async function insertProducts(tx: Transaction, importId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ${categoryLookupCte}, added as materialized (
      select line, row_number() over (order by line) as number from staged_product as s
      where import_id = ${importId} and not exists (select 1 from product where product.sku = s.sku)
    )
    insert into product (id, sku, ${sql.join(copiedColumns.map((name) => sql.ref(name)))}, ${categoryIdColumns})
    select (select coalesce(max(id), 0) from product) + added.number, s.sku, ${buildColumnRefs('s')}, category_id, subcategory_id
    from added cross join staged_product as s cross join place
    where s.import_id = ${importId} and s.line = added.line and ${matchesCategory('s')}`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Until offers are imported, a new product is listed in every branch at its typical price and out of stock. The columns that
 * triggers maintain are written directly, which halves the work of triggers and indexes. Rows are in the indexes' order, sorted
 * once for all branches.
 */
export async function insertOffersOfNewProducts(tx: Transaction, importId: string): Promise<void> {
  await sql`
    with imported as materialized (
      select product.id, s.price_cents, product.category_id, product.subcategory_id, product.kind,
        product.requires_prescription, product.units_sold, s.effective_price_cents, s.discount_percent
      from staged_product as s
      join product on product.sku = s.sku
      where s.import_id = ${importId}
      order by product.category_id, product.id
    )
    insert into offer (branch_id, product_id, price_cents, stock, category_id, subcategory_id, kind, requires_prescription,
      units_sold, effective_price_cents, discount_percent)
    select branch.id, imported.id, price_cents, 0, category_id, subcategory_id, kind, requires_prescription, units_sold,
      effective_price_cents, discount_percent
    from (select id from branch order by id) as branch cross join imported
    where not exists (select 1 from offer where offer.branch_id = branch.id and offer.product_id = imported.id)`.execute(
    tx,
  )
}

export const isInFile = (importId: string) => sql`exists (
  select 1 from staged_product where import_id = ${importId} and staged_product.sku = product.sku)`

/** Whether any branch sells it. */
export const isListed = sql`exists (
  select 1 from offer where offer.branch_id in (select id from branch) and offer.product_id = product.id)`

/** How many products are listed, and how many of these are missing from the file. */
export async function countListedProducts(
  tx: Transaction,
  importId: string,
): Promise<{ listedCount: number; missingCount: number }> {
  const { rows } = await sql<{ listedCount: number; missingCount: number }>`
    select count(*) as "listedCount", coalesce(sum(case when ${isInFile(importId)} then 0 else 1 end), 0) as "missingCount"
    from product where ${isListed}`.execute(tx)
  return rows[0] ?? { listedCount: 0, missingCount: 0 }
}

/**
 * Withdraws products that are missing from the file: without an offer no page shows them, but old orders still refer to them.
 * Their prices and stock are kept for their return.
 */
export async function withdrawMissingProducts(tx: Transaction, importId: string): Promise<void> {
  const isMissing = sql`branch_id in (select id from branch) and product_id in (
    select product.id from product where not ${isInFile(importId)})`
  await sql`
    insert into withdrawn_offer (branch_id, product_id, price_cents, stock)
    select branch_id, product_id, price_cents, stock from offer where ${isMissing}`.execute(tx)
  await sql`delete from offer where ${isMissing}`.execute(tx)
}

/** Restores the withdrawn products that are in the file, at their own prices and stock. @returns how many */
export async function restoreWithdrawnProducts(tx: Transaction, importId: string): Promise<number> {
  const isImported = sql`product_id in (select product.id from product where ${isInFile(importId)})`
  const { rows } = await sql<{ products: number }>`
    select count(distinct product_id) as products from withdrawn_offer where ${isImported}`.execute(tx)
  const productCount = rows[0]?.products ?? 0
  if (productCount === 0) return 0
  await sql`
    insert into offer (branch_id, product_id, price_cents, stock)
    select branch_id, product_id, price_cents, stock from withdrawn_offer where ${isImported}`.execute(tx)
  await sql`delete from withdrawn_offer where ${isImported}`.execute(tx)
  return productCount
}

export async function removeForbiddenPictures(tx: Transaction, importId: string): Promise<void> {
  await sql`
    delete from product_picture where product_id in (
      select product.id from product join staged_product as s on s.sku = product.sku
      where s.import_id = ${importId} and s.show_image = 0)`.execute(tx)
}

type OfferTable = 'offer' | 'withdrawn_offer'

/** Fills in each row's product id; it stays null if the shop has no such product. */
export async function resolveProductIds(
  db: Kysely<Tables>,
  records: Insertable<Tables['staged_offer']>[],
): Promise<void> {
  const skus = records.flatMap(({ sku }) => sku ?? [])
  const slugs = records.flatMap(({ slug }) => slug ?? [])
  const ids = records.flatMap(({ product_id }) => product_id ?? [])
  const products = [
    ...(await selectProductsBy(db, 'sku', skus)),
    ...(await selectProductsBy(db, 'slug', slugs)),
    ...(await selectProductsBy(db, 'id', ids)),
  ]
  const idBySku = new Map(products.map((product) => [product.sku, product.id]))
  const idBySlug = new Map([
    ...(await loadFormerSlugEntries(db, slugs)),
    ...products.map((product) => [product.slug, product.id] as const),
  ])
  const knownIds = new Set(products.map(({ id }) => id))
  for (const record of records) {
    if (record.sku) record.product_id = idBySku.get(record.sku) ?? null
    else if (record.slug) record.product_id = idBySlug.get(record.slug) ?? null
    else if (!knownIds.has(record.product_id ?? 0)) record.product_id = null
  }
}

/** Slugs that products had before: older files may still use them. */
async function loadFormerSlugEntries(db: Kysely<Tables>, slugs: string[]): Promise<(readonly [string, number])[]> {
  if (slugs.length === 0) return []
  const rows = await db.selectFrom('product_slug_history').selectAll().where('slug', 'in', slugs).execute()
  return rows.map(({ slug, product_id }) => [slug, product_id] as const)
}

async function selectProductsBy(db: Kysely<Tables>, column: 'sku' | 'slug' | 'id', lookupValues: (string | number)[]) {
  if (lookupValues.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'sku', 'slug'])
    .where(column, 'in', lookupValues as never[])
    .execute()
}

/** Offers of the table, of products named by staged rows. */
const matchesStagedOffer = (table: OfferTable) =>
  sql`${sql.ref(`${table}.product_id`)} = s.product_id and ${sql.ref(`${table}.branch_id`)} = s.branch_id`

export async function updateOffers(tx: Transaction, importId: string, table: OfferTable = 'offer'): Promise<number> {
  const price = sql.ref(`${table}.price_cents`)
  const stock = sql.ref(`${table}.stock`)
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)}
    set price_cents = coalesce(s.price_cents, ${price}), stock = coalesce(s.stock, ${stock})
    from staged_offer as s
    where s.import_id = ${importId} and ${matchesStagedOffer(table)}
      and (s.price_cents <> ${price} or s.stock <> ${stock})`.execute(tx)
  return Number(numAffectedRows)
}

/** Those of withdrawn products go into `withdrawn_offer`: fill that one first. */
export async function insertOffers(tx: Transaction, importId: string, table: OfferTable = 'offer'): Promise<number> {
  const isWithdrawn = sql`exists (select 1 from withdrawn_offer where withdrawn_offer.product_id = s.product_id)`
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (branch_id, product_id, price_cents, stock)
    select s.branch_id, s.product_id, s.price_cents, coalesce(s.stock, 0)
    from staged_offer as s
    where s.import_id = ${importId} and ${table === 'offer' ? sql`not ${isWithdrawn}` : isWithdrawn}
      and not exists (select 1 from ${sql.table(table)} where ${matchesStagedOffer(table)})`.execute(tx)
  return Number(numAffectedRows)
}

/** Slugs that already lead to a product the file does not name. */
export function selectTakenSlugs(db: Kysely<Tables>, importId: string, limit: number) {
  return db
    .selectFrom('staged_product')
    .innerJoin('product', 'product.slug', 'staged_product.slug')
    .where('staged_product.import_id', '=', importId)
    .whereRef('product.sku', '!=', 'staged_product.sku')
    .where(sql<boolean>`not ${isInFile(importId)}`)
    .select(['staged_product.line', 'product.sku'])
    .orderBy('staged_product.line')
    .limit(limit)
    .execute()
}

/**
 * Offers for products or branches the shop does not have, prices above the legal ceiling, and no price where the branch has
 * none yet.
 */
export function selectInvalidOffers(db: Kysely<Tables>, importId: string, limit: number) {
  const hasPriceIn = (table: OfferTable) =>
    sql<boolean>`exists (select 1 from ${sql.table(table)} where ${matchesStagedOffer(table)})`
  return db
    .selectFrom('staged_offer as s')
    .leftJoin('product', 'product.id', 's.product_id')
    .leftJoin('branch', 'branch.id', 's.branch_id')
    .where('s.import_id', '=', importId)
    .where((eb) =>
      eb.or([
        eb('product.id', 'is', null),
        eb('branch.id', 'is', null),
        eb('product.ceiling_price_cents', '<', eb.ref('s.price_cents')),
        eb.and([eb('s.price_cents', 'is', null), eb.not(hasPriceIn('offer')), eb.not(hasPriceIn('withdrawn_offer'))]),
      ]),
    )
    .select(['s.line', 's.sku', 's.slug', 's.price_cents', 'product.id as product_id', 'branch.id as branch_id'])
    .select('product.ceiling_price_cents')
    .orderBy('s.line')
    .limit(limit)
    .execute()
}

/** Rows for a product and a branch that an earlier line is for already. */
export async function selectRepeatedOffers(db: Kysely<Tables>, importId: string, limit: number) {
  const { rows } = await sql<{ line: number; firstLine: number; sku: string | null; slug: string | null }>`
    select line, "firstLine", sku, slug from (
      select line, sku, slug, min(line) over (partition by product_id, branch_id) as "firstLine"
      from staged_offer where import_id = ${importId} and product_id is not null) as rows_of_file
    where line <> "firstLine" order by line limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** The names of categories in the order in which the file first uses them. */
export function selectStagedCategories(tx: Transaction, importId: string) {
  return tx
    .selectFrom('staged_product')
    .where('import_id', '=', importId)
    .select(['category', 'subcategory', (eb) => eb.fn.min<number>('line').as('line')])
    .groupBy(['category', 'subcategory'])
    .orderBy('line')
    .execute()
}

/** Renames categories to the shop's spelling. */
export async function renameStagedCategory(
  tx: Transaction,
  importId: string,
  oldNames: { category: string; subcategory: string },
  newNames: { category: string; subcategory: string },
): Promise<void> {
  if (oldNames.category === newNames.category && oldNames.subcategory === newNames.subcategory) return
  await tx
    .updateTable('staged_product')
    .set(newNames)
    .where('import_id', '=', importId)
    .where('category', '=', oldNames.category)
    .where('subcategory', '=', oldNames.subcategory)
    .execute()
}
