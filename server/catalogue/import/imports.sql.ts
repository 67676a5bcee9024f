import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { BareContext } from '../../context.ts'
import type { Tables } from '../../database/schema.ts'
import { splitIntoBatches } from '../../platform/csv/batches.ts'
import { pricedProductColumns } from '../ceilings.ts'
import { listGtinSpellings } from '../gtin.ts'
import { chooseByEan, chooseBySku, foldSku, matchesSku } from '../product-keys.ts'
import { buildStockColumns, type ReservedUnitsQueryBuilder } from '../stock.ts'

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
  'is_promo_allowed',
  'is_image_shown',
  'is_sellable_online',
  'discount_type',
  'discount_value',
  'ean',
  'ggrem',
  'anvisa_registration',
  'ceiling_price_cents',
  'leaflet_url',
  'max_units',
  'safety_stock',
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
export async function saveOldSlugs(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    insert into product_slug_history (slug, product_id)
    select product.slug, product.id from product join staged_product as s on s.sku = product.sku
    where s.import_id = ${importId} and s.slug <> product.slug
    on conflict (slug) do update set product_id = excluded.product_id`.execute(ctx.db)
}

/** A slug in use again must no longer redirect. */
export async function deleteReusedSlugs(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    delete from product_slug_history
    where slug in (select slug from staged_product where import_id = ${importId})`.execute(ctx.db)
}

/** Frees slugs that the file moves from one product to another, since no statement may violate their unique constraint. */
export async function freeReassignedSlugs(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    update product set slug = '~' || sku where slug in (
      select s.slug from staged_product as s join product as p on p.slug = s.slug
      where s.import_id = ${importId} and p.sku <> s.sku)`.execute(ctx.db)
}

/** Updates only rows that differ: unchanged ones cost neither a write nor a trigger. */
export async function updateProducts(ctx: BareContext, importId: string): Promise<number> {
  const assignments = sql.join([
    ...copiedColumns.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)}`),
    sql`category_id = s.category_id, subcategory_id = s.subcategory_id`,
  ])
  const { numAffectedRows = 0n } = await sql`
    with ${categoryLookupCte}
    update product set ${assignments} from (
      select staged_product.*, category_id, subcategory_id
      from staged_product cross join place where import_id = ${importId} and ${matchesCategory('stagedProduct')}
    ) as s
    where product.sku = s.sku
      and (${buildColumnRefs('product')}, product.category_id, product.subcategory_id)
        is distinct from (${buildColumnRefs('s')}, s.category_id, s.subcategory_id)`.execute(ctx.db)
  return Number(numAffectedRows)
}

/** Restores the regular discounts of imported products on promotion, so that only what the file changes counts as changed. */
export async function suspendPromotions(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    update product set discount_type = p.own_discount_type, discount_value = p.own_discount_value
    from promotion as p
    where p.product_id = product.id and p.is_running = 1 and ${isInFile(importId)}`.execute(ctx.db)
}

/**
 * Promotions go on after an import, with the file's discount as the one to go back to; those of products that the file forbids
 * to promote (RDC 44/2009, art. 54), or gives to a laboratory's programme, end.
 */
export async function resumePromotions(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    delete from promotion where product_id in (
      select product.id from product join staged_product as s on s.sku = product.sku
      where s.import_id = ${importId} and (s.is_promo_allowed = 0 or s.is_pbm = 1))`.execute(ctx.db)
  await sql`
    update promotion set own_discount_type = s.discount_type, own_discount_value = s.discount_value
    from staged_product as s, product
    where s.import_id = ${importId} and product.sku = s.sku
      and promotion.product_id = product.id and promotion.is_running = 1`.execute(ctx.db)
  await sql`
    update product set discount_type = p.discount_type, discount_value = p.discount_value
    from promotion as p
    where p.product_id = product.id and p.is_running = 1 and ${isInFile(importId)}`.execute(ctx.db)
}

/** Whether the CMED's list names the product. */
const isListedByCmed = sql`exists (
  select 1 from price_ceiling where price_ceiling.ean = ltrim(product.ean, '0')
    or price_ceiling.ggrem = ltrim(product.ggrem, '0')
    or price_ceiling.registration = ltrim(product.anvisa_registration, '0'))`

/**
 * A ceiling that the file lowers holds at once, in every branch: selling above it is illegal (CMED). Not where the CMED's own
 * list counts.
 */
export async function lowerPricesToCeilings(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    update offer set price_cents = s.ceiling_price_cents
    from staged_product as s, product
    where s.import_id = ${importId} and product.sku = s.sku
      and offer.product_id = product.id and offer.branch_id in (select id from branch)
      and offer.price_cents > s.ceiling_price_cents and not ${isListedByCmed}`.execute(ctx.db)
}

export async function findLastProductId(ctx: BareContext): Promise<number> {
  const { id } = await ctx.db
    .selectFrom('product')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** The products that an import added, some at a time, by id. */
export function selectAddedProducts(ctx: BareContext, importId: string, afterId: number, limit: number) {
  return ctx.db
    .selectFrom('product')
    .innerJoin('stagedProduct as s', 's.sku', 'product.sku')
    .where('s.importId', '=', importId)
    .where('product.id', '>', afterId)
    .select(pricedProductColumns)
    .select('s.priceCents')
    .orderBy('product.id')
    .limit(limit)
    .execute()
}

export async function lowerPrice(ctx: BareContext, offer: { branchId: number; productId: number; cents: number }) {
  const { branchId, productId, cents: priceCents } = offer
  await ctx.db
    .updateTable('offer')
    .set({ priceCents })
    .where('branchId', '=', branchId)
    .where('productId', '=', productId)
    .where('priceCents', '>', priceCents)
    .execute()
}

/** New products get the next ids, in the file's order: for that only numbers are sorted, not whole rows. */
export async function insertProducts(ctx: BareContext, importId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ${categoryLookupCte}, added as materialized (
      select line, row_number() over (order by line) as number from staged_product as s
      where import_id = ${importId} and not exists (select 1 from product where product.sku = s.sku)
    )
    insert into product (id, sku, ${sql.join(copiedColumns.map((name) => sql.ref(name)))}, ${categoryIdColumns})
    select (select coalesce(max(id), 0) from product) + added.number, s.sku, ${buildColumnRefs('s')}, category_id, subcategory_id
    from added cross join staged_product as s cross join place
    where s.import_id = ${importId} and s.line = added.line and ${matchesCategory('s')}`.execute(ctx.db)
  return Number(numAffectedRows)
}

/**
 * Until offers are imported, a new product is listed in every branch at its typical price and out of stock. The columns that
 * triggers maintain are written directly, which halves the work of triggers and indexes. Rows are in the indexes' order, sorted
 * once for all branches.
 */
export async function insertOffersOfNewProducts(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    with imported as materialized (
      select product.id, s.price_cents, product.category_id, product.subcategory_id, product.kind,
        product.requires_prescription, product.units_sold, s.effective_price_cents, s.discount_percent, product.safety_stock
      from staged_product as s
      join product on product.sku = s.sku
      where s.import_id = ${importId}
      order by product.category_id, product.id
    )
    insert into offer (branch_id, product_id, price_cents, stock, category_id, subcategory_id, kind, requires_prescription,
      units_sold, effective_price_cents, discount_percent, safety_stock)
    select branch.id, imported.id, price_cents, 0, category_id, subcategory_id, kind, requires_prescription, units_sold,
      effective_price_cents, discount_percent, coalesce(imported.safety_stock, branch.safety_stock)
    from (select id, safety_stock from branch order by id) as branch cross join imported
    where not exists (select 1 from offer where offer.branch_id = branch.id and offer.product_id = imported.id)
      and not exists (select 1 from withdrawn_offer where withdrawn_offer.product_id = imported.id)`.execute(ctx.db)
}

export const isInFile = (importId: string) => sql`exists (
  select 1 from staged_product where import_id = ${importId} and staged_product.sku = product.sku)`

/** Whether any branch sells it. */
export const isListed = sql`exists (
  select 1 from offer where offer.branch_id in (select id from branch) and offer.product_id = product.id)`

/** How many products are listed, and how many of these are missing from the file. */
export async function countListedProducts(
  ctx: BareContext,
  importId: string,
): Promise<{ listedCount: number; missingCount: number }> {
  const { rows } = await sql<{ listedCount: number; missingCount: number }>`
    select count(*) as "listedCount", coalesce(sum(case when ${isInFile(importId)} then 0 else 1 end), 0) as "missingCount"
    from product where ${isListed}`.execute(ctx.db)
  return rows[0] ?? { listedCount: 0, missingCount: 0 }
}

/**
 * Withdraws products that are missing from the file: without an offer no page shows them, but old orders still refer to them.
 * Their prices and stock are kept for their return.
 */
export async function withdrawMissingProducts(ctx: BareContext, importId: string): Promise<void> {
  const isMissing = sql`branch_id in (select id from branch) and product_id in (
    select product.id from product where not ${isInFile(importId)})`
  await sql`
    insert into withdrawn_offer (branch_id, product_id, price_cents, stock, oversold)
    select branch_id, product_id, price_cents, stock, oversold from offer where ${isMissing}`.execute(ctx.db)
  await sql`delete from offer where ${isMissing}`.execute(ctx.db)
}

/** Restores the withdrawn products that are in the file, at their own prices and stock. @returns how many */
export async function restoreWithdrawnProducts(ctx: BareContext, importId: string): Promise<number> {
  const isImported = sql`product_id in (select product.id from product where ${isInFile(importId)})`
  const { rows } = await sql<{ products: number }>`
    select count(distinct product_id) as products from withdrawn_offer where ${isImported}`.execute(ctx.db)
  const productCount = rows[0]?.products ?? 0
  if (productCount === 0) return 0
  await sql`
    insert into offer (branch_id, product_id, price_cents, stock, oversold)
    select branch_id, product_id, price_cents, stock, oversold from withdrawn_offer where ${isImported}`.execute(ctx.db)
  await sql`delete from withdrawn_offer where ${isImported}`.execute(ctx.db)
  return productCount
}

export async function removeForbiddenPictures(ctx: BareContext, importId: string): Promise<void> {
  await sql`
    delete from product_picture where product_id in (
      select product.id from product join staged_product as s on s.sku = product.sku
      where s.import_id = ${importId} and s.is_image_shown = 0)`.execute(ctx.db)
}

/** The columns that name a pack to the outside, and would be its alone. */
export const packCodeColumns = ['ean', 'ggrem', 'anvisa_registration'] as const

/** Staged rows whose code another product of the shop has, too, each with the SKU of one of those. */
export async function selectSharedCodes(
  ctx: BareContext,
  importId: string,
  column: (typeof packCodeColumns)[number],
  limit: number,
): Promise<{ line: number; code: string; otherSku: string }[]> {
  const code = sql.ref(column)
  const { rows } = await sql<{ line: number; code: string; otherSku: string }>`
    select s.line as "line", s.${code} as "code",
      (select min(p.sku) from product as p where p.${code} = s.${code} and p.sku <> s.sku) as "otherSku"
    from staged_product as s
    where s.import_id = ${importId} and s.${code} in (
      select ${code} from product where ${code} is not null group by ${code} having count(*) > 1)
    order by s.line limit ${limit}`.execute(ctx.db)
  return rows
}

type OfferTable = 'offer' | 'withdrawnOffer'

/** Fills in each row's product id; it stays null if the shop has no such product, or several of that bar code. */
export async function resolveProductIds(ctx: BareContext, records: Insertable<Tables['stagedOffer']>[]): Promise<void> {
  const skus = records.flatMap(({ sku }) => sku ?? [])
  const eans = records.flatMap(({ ean }) => ean ?? [])
  const slugs = records.flatMap(({ slug }) => slug ?? [])
  const ids = records.flatMap(({ productId }) => productId ?? [])
  const productsBySku = groupBy(await selectProductsWhere(ctx, skus, matchesSku(skus)), ({ sku }) => foldSku(sku))
  const matchesEan = sql<boolean>`product.ean in (${sql.join(eans.flatMap(listGtinSpellings))})`
  const productsByEan = groupBy(await selectProductsWhere(ctx, eans, matchesEan), ({ ean }) => foldEan(ean))
  const productsBySlug = await selectProductsWhere(ctx, slugs, sql<boolean>`product.slug in (${sql.join(slugs)})`)
  const idBySlug = new Map([
    ...(await loadFormerSlugEntries(ctx, slugs)),
    ...productsBySlug.map((product) => [product.slug, product.id] as const),
  ])
  const productsById = await selectProductsWhere(ctx, ids, sql<boolean>`product.id in (${sql.join(ids)})`)
  const knownIds = new Set(productsById.map(({ id }) => id))
  for (const record of records) {
    const { sku, ean } = record
    if (sku) record.productId = chooseBySku(productsBySku.get(foldSku(sku)) ?? [], sku)?.id ?? null
    else if (ean) record.productId = chooseByEan(productsByEan.get(foldEan(ean)) ?? [], ean)?.id ?? null
    else if (record.slug) record.productId = idBySlug.get(record.slug) ?? null
    else if (!knownIds.has(record.productId ?? 0)) record.productId = null
  }
}

/** Without the zeros in front, which say nothing. */
function foldEan(ean: string | null): string {
  return (ean ?? '').replace(/^0+/, '')
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Slugs that products had before: older files may still use them. */
async function loadFormerSlugEntries(ctx: BareContext, slugs: string[]): Promise<(readonly [string, number])[]> {
  if (slugs.length === 0) return []
  const rows = await ctx.db.selectFrom('productSlugHistory').selectAll().where('slug', 'in', slugs).execute()
  return rows.map(({ slug, productId }) => [slug, productId] as const)
}

async function selectProductsWhere(ctx: BareContext, keys: unknown[], condition: RawBuilder<boolean>) {
  if (keys.length === 0) return []
  return ctx.db.selectFrom('product').select(['id', 'sku', 'ean', 'slug']).where(condition).execute()
}

/** Offers of the table, of products named by staged rows. */
const matchesStagedOffer = (table: OfferTable) =>
  sql`${sql.ref(`${table}.product_id`)} = s.product_id and ${sql.ref(`${table}.branch_id`)} = s.branch_id`

/**
 * Holds the offers that a file changes until the transaction ends, in the order in which orders take theirs: an order that takes
 * some of the stock meanwhile is then seen by the statement that counts what is reserved. SQLite has one writer at a time.
 */
export async function lockStagedOffers(ctx: BareContext, importId: string): Promise<void> {
  if (ctx.engine === 'sqlite') return
  for (const table of ['offer', 'withdrawnOffer'] as const)
    await sql`select count(*) from (
      select 1 from ${sql.table(table)} join staged_offer as s on ${matchesStagedOffer(table)}
      where s.import_id = ${importId} order by s.branch_id, s.product_id for update of ${sql.table(table)}) as held`.execute(
      ctx.db,
    )
}

/** A stock in the file was counted on the shelf: what orders hold of it is none of the offer's. */
export async function updateOffers(
  ctx: BareContext,
  importId: string,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  table: OfferTable = 'offer',
): Promise<number> {
  const price = sql.ref(`${table}.price_cents`)
  const currentUnits = sql<number>`(${sql.ref(`${table}.stock`)} - ${sql.ref(`${table}.oversold`)})`
  const units = sql<number>`coalesce(s.stock - coalesce(reserved.units, 0), ${currentUnits})`
  const { stock, oversold } = buildStockColumns(units)
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)}
    set price_cents = coalesce(s.price_cents, ${price}), stock = ${stock}, oversold = ${oversold}
    from staged_offer as s
    left join ${buildReservedUnitsQuery({})} as reserved
      on reserved.branch_id = s.branch_id and reserved.product_id = s.product_id
    where s.import_id = ${importId} and ${matchesStagedOffer(table)}
      and (s.price_cents <> ${price} or ${units} <> ${currentUnits})`.execute(ctx.db)
  return Number(numAffectedRows)
}

/** Rows of the file whose shelf has less than orders hold. */
export function selectOversoldOffers(ctx: BareContext, importId: string, limit: number) {
  return ctx.db
    .selectFrom('stagedOffer as s')
    .innerJoin('offer', (join) =>
      join.onRef('offer.productId', '=', 's.productId').onRef('offer.branchId', '=', 's.branchId'),
    )
    .where('s.importId', '=', importId)
    .where('s.stock', 'is not', null)
    .where('offer.oversold', '>', 0)
    .select(['s.line', 's.stock', 'offer.oversold'])
    .orderBy('s.line')
    .limit(limit)
    .execute()
}

/** Those of withdrawn products go into `withdrawn_offer`: fill that one first. */
export async function insertOffers(ctx: BareContext, importId: string, table: OfferTable = 'offer'): Promise<number> {
  const isWithdrawn = sql`exists (select 1 from withdrawn_offer where withdrawn_offer.product_id = s.product_id)`
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (branch_id, product_id, price_cents, stock)
    select s.branch_id, s.product_id, s.price_cents, coalesce(s.stock, 0)
    from staged_offer as s
    where s.import_id = ${importId} and ${table === 'offer' ? sql`not ${isWithdrawn}` : isWithdrawn}
      and not exists (select 1 from ${sql.table(table)} where ${matchesStagedOffer(table)})`.execute(ctx.db)
  return Number(numAffectedRows)
}

/** Slugs that already lead to a product the file does not name. */
export function selectTakenSlugs(ctx: BareContext, importId: string, limit: number) {
  return ctx.db
    .selectFrom('stagedProduct')
    .innerJoin('product', 'product.slug', 'stagedProduct.slug')
    .where('stagedProduct.importId', '=', importId)
    .whereRef('product.sku', '!=', 'stagedProduct.sku')
    .where(sql<boolean>`not ${isInFile(importId)}`)
    .select(['stagedProduct.line', 'product.sku'])
    .orderBy('stagedProduct.line')
    .limit(limit)
    .execute()
}

/** Rows with a price, some at a time, by line, with the price that the branch has; null for its first one. */
export function selectStagedPrices(ctx: BareContext, importId: string, afterLine: number, limit: number) {
  const selectPrice = (table: OfferTable) =>
    sql`(select price_cents from ${sql.table(table)} where ${matchesStagedOffer(table)})`
  const currentPrice = sql<number | null>`coalesce(${selectPrice('offer')}, ${selectPrice('withdrawnOffer')})`
  return ctx.db
    .selectFrom('stagedOffer as s')
    .innerJoin('product', 'product.id', 's.productId')
    .where('s.importId', '=', importId)
    .where('s.line', '>', afterLine)
    .where('s.priceCents', 'is not', null)
    .select(['s.line', 's.branchId', 's.priceCents', 's.stock', currentPrice.as('currentPriceCents')])
    .select(pricedProductColumns)
    .orderBy('s.line')
    .limit(limit)
    .execute()
}

/** The rows then leave the price as it is. */
export async function removeStagedPrices(ctx: BareContext, importId: string, lines: number[]): Promise<void> {
  for (const batch of splitIntoBatches(lines))
    await ctx.db
      .updateTable('stagedOffer')
      .set({ priceCents: null })
      .where('importId', '=', importId)
      .where('line', 'in', batch)
      .execute()
}

export async function deleteStagedOffers(ctx: BareContext, importId: string, lines: number[]): Promise<void> {
  for (const batch of splitIntoBatches(lines))
    await ctx.db.deleteFrom('stagedOffer').where('importId', '=', importId).where('line', 'in', batch).execute()
}

/** Offers for products or branches the shop does not have, and no price where the branch has none yet. */
export function selectInvalidOffers(ctx: BareContext, importId: string, limit: number) {
  const hasPriceIn = (table: OfferTable) =>
    sql<boolean>`exists (select 1 from ${sql.table(table)} where ${matchesStagedOffer(table)})`
  return ctx.db
    .selectFrom('stagedOffer as s')
    .leftJoin('product', 'product.id', 's.productId')
    .leftJoin('branch', 'branch.id', 's.branchId')
    .where('s.importId', '=', importId)
    .where((eb) =>
      eb.or([
        eb('product.id', 'is', null),
        eb('branch.id', 'is', null),
        eb.and([eb('s.priceCents', 'is', null), eb.not(hasPriceIn('offer')), eb.not(hasPriceIn('withdrawnOffer'))]),
      ]),
    )
    .select(['s.line', 's.sku', 's.ean', 's.slug', 's.priceCents', 'product.id as productId'])
    .select('branch.id as branchId')
    .orderBy('s.line')
    .limit(limit)
    .execute()
}

/** Rows for a product and a branch that an earlier line is for already. */
export async function selectRepeatedOffers(ctx: BareContext, importId: string, limit: number) {
  const { rows } = await sql<{ line: number; firstLine: number } & Record<'sku' | 'ean' | 'slug', string | null>>`
    select line, "firstLine", sku, ean, slug from (
      select line, sku, ean, slug, min(line) over (partition by product_id, branch_id) as "firstLine"
      from staged_offer where import_id = ${importId} and product_id is not null) as rows_of_file
    where line <> "firstLine" order by line limit ${sql.lit(limit)}`.execute(ctx.db)
  return rows
}

/** The names of categories in the order in which the file first uses them. */
export function selectStagedCategories(ctx: BareContext, importId: string) {
  return ctx.db
    .selectFrom('stagedProduct')
    .where('importId', '=', importId)
    .select(['category', 'subcategory', (eb) => eb.fn.min<number>('line').as('line')])
    .groupBy(['category', 'subcategory'])
    .orderBy('line')
    .execute()
}

/** Renames categories to the shop's spelling. */
export async function renameStagedCategory(
  ctx: BareContext,
  importId: string,
  oldNames: { category: string; subcategory: string },
  newNames: { category: string; subcategory: string },
): Promise<void> {
  if (oldNames.category === newNames.category && oldNames.subcategory === newNames.subcategory) return
  await ctx.db
    .updateTable('stagedProduct')
    .set(newNames)
    .where('importId', '=', importId)
    .where('category', '=', oldNames.category)
    .where('subcategory', '=', oldNames.subcategory)
    .execute()
}
