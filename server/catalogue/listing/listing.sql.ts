import { type Kysely, sql } from 'kysely'
import type { Row, Tables } from '../../database/schema.ts'
import { maxCounted, selectListed } from '../search/search.sql.ts'
import type { CategoryScope, Order } from './category-scope.ts'
import { everyBranch } from './facet-counter.ts'
import { type ColumnSource, type Condition, conditions, type Filters, needsProduct } from './facets.ts'

/**
 * Each order's sort column, after stock and before the id. There is an index for each (`100-shop/offers.ts`). By relevance,
 * what needs a prescription comes after the rest.
 */
const sortedBy: Record<Exclude<Order, 'name'>, { column: Condition; direction: Condition }> = {
  relevance: { column: sql`offer.units_sold`, direction: sql`desc` },
  cheapest: { column: sql`offer.effective_price_cents`, direction: sql`asc` },
  dearest: { column: sql`offer.effective_price_cents`, direction: sql`desc` },
  discount: { column: sql`offer.discount_percent`, direction: sql`desc` },
}

/**
 * The ids of one page of a listing, read from an index for each category: rows before the page are skipped in the index,
 * without reading the table.
 * @param categoryIds the categories to list: one, or all of the shop's
 * @param isComplete the branch offers every product of the scope, so that names can be read without its offers
 */
export async function selectPageIds(
  db: Kysely<Tables>,
  branchId: number,
  categoryIds: number[],
  scope: CategoryScope,
  filters: Filters,
  order: Order,
  page: { limit: number; offset: number },
  isComplete = false,
): Promise<number[]> {
  if (categoryIds.length === 0) return []
  const parts = categoryIds.flatMap((categoryId) => {
    const here = { ...scope, categoryId }
    if (order === 'name') return [isComplete ? ofProducts(here) : byName(branchId, here, filters)]
    const where = [...inBranchAndScope(branchId, here), ...conditions(filters)]
    // The price index is ascending with products in stock first: read backwards, the two halves must be read separately.
    const wheres = order === 'dearest' ? [0, 1].map((missing) => [...where, isMissing(missing)]) : [where]
    return wheres.map((where) => inOrder(where, filters, sortedBy[order].column, order === 'relevance'))
  })
  const inTurn =
    order === 'name'
      ? sql`order by sort_key, id`
      : sql`order by missing, ${order === 'relevance' ? sql`restricted, ` : sql``}sort_key ${sortedBy[order].direction}, id`
  const upTo = sql.lit(page.offset + page.limit)
  // Each part has its own limit: the engines do not always push the outer one down.
  const rankedParts = parts.map(
    (part, index) => sql`select * from (${part} ${inTurn} limit ${upTo}) ${sql.raw(`part${index}`)}`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from (${parts.length === 1 ? parts[0] : sql.join(rankedParts, sql` union all `)}) merged ${inTurn}
    limit ${sql.lit(page.limit)} offset ${sql.lit(page.offset)}`.execute(db)
  return rows.map(({ id }) => id)
}

function inOrder(where: Condition[], filters: Filters, column: Condition, byRelevance: boolean): Condition {
  const restricted = byRelevance ? sql`offer.requires_prescription as restricted, ` : sql``
  return sql`select offer.product_id as id, offer.out_of_stock as missing, ${restricted}${column} as sort_key
    from ${offersFor(filters)} where ${and(where)}`
}

function isMissing(missing: number): Condition {
  return sql`offer.out_of_stock = ${sql.lit(missing)}`
}

/**
 * Names are stored with the product, so only this order reads products one by one. Filters use the product's columns where
 * it has them, so that without filters PostgreSQL finds each offer by an index-only scan.
 */
function byName(branchId: number, scope: CategoryScope, filters: Filters): Condition {
  const where = [...inScope(scope), ...inBranchAndScope(branchId, {}), ...conditions(filters, 'product')]
  return sql`select product.id as id, product.name_key as sort_key
    from product cross join offer where product.id = offer.product_id and ${and(where)}`
}

function ofProducts(scope: CategoryScope): Condition {
  return sql`select product.id as id, product.name_key as sort_key from product where ${and(inScope(scope))}`
}

/** Whether the branch offers every product of a scope, by the stored counts: offers come and go with them. */
export async function isComplete(
  db: Kysely<Tables>,
  branchId: number,
  { categoryId = 0, subcategoryId = 0 }: CategoryScope,
): Promise<boolean> {
  const counts = await db
    .selectFrom('facet_count')
    .select('products')
    .where('branch_id', 'in', [everyBranch, branchId])
    .where('category_id', '=', categoryId)
    .where('subcategory_id', '=', subcategoryId)
    .where('facet', '=', 'all')
    .execute()
  return counts.length === 2 && counts[0]?.products === counts[1]?.products
}

function offersFor(filters: Filters): Condition {
  return needsProduct(filters)
    ? sql`offer join product on product.id = offer.product_id and product.category_id = offer.category_id`
    : sql`offer`
}

/** The products that fit the filters, unordered. */
export function selectFiltered(db: Kysely<Tables>, branchId: number, scope: CategoryScope, filters: Filters) {
  return selectListed(db, branchId).where(
    sql<boolean>`${and([...inBranchAndScope(branchId, scope), ...conditions(filters)])}`,
  )
}

/** How many products fit each of these filters, in one statement; counting stops one after `maxCounted`. */
export async function countFiltered(
  db: Kysely<Tables>,
  branchId: number,
  scope: CategoryScope,
  variants: Filters[],
): Promise<number[]> {
  if (variants.length === 0) return []
  const counts = variants.map(
    (filters, index) => sql`(select count(*) from (select 1 as one from ${offersInScope(branchId, scope, filters)}
      limit ${sql.lit(maxCounted + 1)}) counted) as ${sql.ref(`count${index}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  return variants.map((_, index) => rows[0]?.[`count${index}`] ?? 0)
}

/**
 * For brands and active ingredients: both have an index of products that covers the other filters' product columns; the
 * offer is then found by its primary key.
 */
function offersInScope(branchId: number, scope: CategoryScope, filters: Filters): Condition {
  if (!needsProduct(filters))
    return sql`offer where ${and([...inBranchAndScope(branchId, scope), ...conditions(filters)])}`
  const where = [...inBranchAndScope(branchId, {}), ...inScope(scope), ...conditions(filters, 'product')]
  return sql`product join offer on offer.product_id = product.id where ${and(where)}`
}

function inBranchAndScope(branchId: number, scope: CategoryScope): Condition[] {
  return [sql`offer.branch_id = ${branchId}`, ...inScope(scope, 'offer')]
}

function inScope({ categoryId, subcategoryId }: CategoryScope, source: ColumnSource = 'product'): Condition[] {
  return [
    ...(categoryId === undefined ? [] : [sql`${sql.ref(`${source}.category_id`)} = ${categoryId}`]),
    ...(subcategoryId === undefined ? [] : [sql`${sql.ref(`${source}.subcategory_id`)} = ${subcategoryId}`]),
  ]
}

function and(all: Condition[]): Condition {
  return sql.join(all, sql` and `)
}

/** The counts of a listing without filters, as `reindex` wrote them: the `limit` most frequent values of each facet, in order. */
export function selectCounts(
  db: Kysely<Tables>,
  branchId: number,
  { categoryId = 0, subcategoryId = 0 }: CategoryScope,
  limit: number,
): Promise<Pick<Row<'facet_count'>, 'facet' | 'value' | 'products'>[]> {
  return db
    .selectFrom('facet_count')
    .select(['facet', 'value', 'products'])
    .where('branch_id', '=', branchId)
    .where('category_id', '=', categoryId)
    .where('subcategory_id', '=', subcategoryId)
    .where('position', '<=', limit)
    .orderBy('position')
    .execute()
}
