import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Row } from '../../database/schema.ts'
import { maxExactCount, selectOfferedProducts } from '../search/search.sql.ts'
import { wholeCatalogueBranchId } from './catalogue-facet-counter.ts'
import type { CategoryScope, SortOrder } from './category-scope.ts'
import {
  buildFilterConditions,
  type ColumnSource,
  type Filters,
  needsProductTable,
  type SqlFragment,
} from './facets.ts'

/**
 * Each order's sort column, after stock and before the id. There is an index for each (`100-shop/offers.ts`). By relevance,
 * what needs a prescription comes after the rest.
 */
const sortColumns: Record<Exclude<SortOrder, 'name'>, { column: SqlFragment; direction: SqlFragment }> = {
  relevance: { column: sql`offer.units_sold`, direction: sql`desc` },
  cheapest: { column: sql`offer.effective_price_cents`, direction: sql`asc` },
  dearest: { column: sql`offer.effective_price_cents`, direction: sql`desc` },
  discount: { column: sql`offer.discount_percent`, direction: sql`desc` },
}

/**
 * The ids of one page of a listing, read from an index for each category: rows before the page are skipped in the index,
 * without reading the table.
 * @param categoryIds the categories to list: one, or all of the shop's
 * @param isScopeComplete the branch offers every product of the scope, so that names can be read without its offers
 */
export async function selectPageIds(
  ctx: Context,
  branchId: number,
  categoryIds: number[],
  scope: CategoryScope,
  filters: Filters,
  sortOrder: SortOrder,
  page: { limit: number; offset: number },
  isScopeComplete = false,
): Promise<number[]> {
  if (categoryIds.length === 0) return []
  const now = ctx.clock.now()
  const subqueries = categoryIds.flatMap((categoryId) => {
    const categoryScope = { ...scope, categoryId }
    if (sortOrder === 'name')
      return [
        isScopeComplete
          ? buildProductNameSelect(categoryScope)
          : buildOfferNameSelect(branchId, categoryScope, filters, now),
      ]
    const whereConditions = [...buildBranchConditions(branchId, categoryScope), ...buildFilterConditions(filters, now)]
    // The price index is ascending with products in stock first: read backwards, the two halves must be read separately.
    const whereVariants =
      sortOrder === 'dearest'
        ? [0, 1].map((outOfStock) => [...whereConditions, buildStockCondition(outOfStock)])
        : [whereConditions]
    return whereVariants.map((variant) =>
      buildOfferSelect(variant, filters, sortColumns[sortOrder].column, sortOrder === 'relevance'),
    )
  })
  const orderBy =
    sortOrder === 'name'
      ? sql`order by sort_key, id`
      : sql`order by missing, ${sortOrder === 'relevance' ? sql`restricted, ` : sql``}sort_key ${sortColumns[sortOrder].direction}, id`
  const rowLimit = sql.lit(page.offset + page.limit)
  // Each part has its own limit: the engines do not always push the outer one down.
  const limitedSubqueries = subqueries.map(
    (subquery, index) => sql`select * from (${subquery} ${orderBy} limit ${rowLimit}) ${sql.raw(`part${index}`)}`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from (${subqueries.length === 1 ? subqueries[0] : sql.join(limitedSubqueries, sql` union all `)}) merged ${orderBy}
    limit ${sql.lit(page.limit)} offset ${sql.lit(page.offset)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

function buildOfferSelect(
  conditions: SqlFragment[],
  filters: Filters,
  sortColumn: SqlFragment,
  isByRelevance: boolean,
): SqlFragment {
  const restrictedColumn = isByRelevance ? sql`offer.requires_prescription as restricted, ` : sql``
  return sql`select offer.product_id as id, offer.is_out_of_stock as missing, ${restrictedColumn}${sortColumn} as sort_key
    from ${buildFromClause(filters)} where ${joinWithAnd(conditions)}`
}

function buildStockCondition(outOfStock: number): SqlFragment {
  return sql`offer.is_out_of_stock = ${sql.lit(outOfStock)}`
}

/**
 * Names are stored with the product, so only this order reads products one by one. Filters use the product's columns where
 * it has them, so that without filters PostgreSQL finds each offer by an index-only scan.
 */
function buildOfferNameSelect(branchId: number, scope: CategoryScope, filters: Filters, now: Date): SqlFragment {
  const whereConditions = [
    ...buildScopeConditions(scope),
    ...buildBranchConditions(branchId, {}),
    ...buildFilterConditions(filters, now, 'product'),
  ]
  return sql`select product.id as id, product.name_key as sort_key
    from product cross join offer where product.id = offer.product_id and ${joinWithAnd(whereConditions)}`
}

function buildProductNameSelect(scope: CategoryScope): SqlFragment {
  return sql`select product.id as id, product.name_key as sort_key from product where ${joinWithAnd(buildScopeConditions(scope))}`
}

/** Whether the branch offers every product of a scope, by the stored counts: offers come and go with them. */
export async function hasEveryProduct(
  ctx: Context,
  branchId: number,
  { categoryId = 0, subcategoryId = 0 }: CategoryScope,
): Promise<boolean> {
  const counts = await ctx.db
    .selectFrom('facetCount')
    .select('products')
    .where('branchId', 'in', [wholeCatalogueBranchId, branchId])
    .where('categoryId', '=', categoryId)
    .where('subcategoryId', '=', subcategoryId)
    .where('facet', '=', 'all')
    .execute()
  return counts.length === 2 && counts[0]?.products === counts[1]?.products
}

function buildFromClause(filters: Filters): SqlFragment {
  return needsProductTable(filters)
    ? sql`offer join product on product.id = offer.product_id and product.category_id = offer.category_id`
    : sql`offer`
}

export function selectFilteredProducts(ctx: Context, branchId: number, scope: CategoryScope, filters: Filters) {
  return selectOfferedProducts(ctx, branchId).where(
    sql<boolean>`${joinWithAnd([...buildBranchConditions(branchId, scope), ...buildFilterConditions(filters, ctx.clock.now())])}`,
  )
}

/** How many products fit each of these filters, in one statement; counting stops one after `maxExactCount`. */
export async function countFilteredProducts(
  ctx: Context,
  branchId: number,
  scope: CategoryScope,
  filterVariants: Filters[],
): Promise<number[]> {
  if (filterVariants.length === 0) return []
  const countQueries = filterVariants.map(
    (
      filters,
      index,
    ) => sql`(select count(*) from (select 1 as one from ${buildFromAndWhere(branchId, scope, filters, ctx.clock.now())}
      limit ${sql.lit(maxExactCount + 1)}) counted) as ${sql.ref(`count${index}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(countQueries)}`.execute(ctx.db)
  return filterVariants.map((_, index) => rows[0]?.[`count${index}`] ?? 0)
}

/**
 * For brands and active ingredients: both have an index of products that covers the other filters' product columns; the
 * offer is then found by its primary key.
 */
function buildFromAndWhere(branchId: number, scope: CategoryScope, filters: Filters, now: Date): SqlFragment {
  if (!needsProductTable(filters))
    return sql`offer where ${joinWithAnd([...buildBranchConditions(branchId, scope), ...buildFilterConditions(filters, now)])}`
  const whereConditions = [
    ...buildBranchConditions(branchId, {}),
    ...buildScopeConditions(scope),
    ...buildFilterConditions(filters, now, 'product'),
  ]
  return sql`product join offer on offer.product_id = product.id where ${joinWithAnd(whereConditions)}`
}

function buildBranchConditions(branchId: number, scope: CategoryScope): SqlFragment[] {
  return [sql`offer.branch_id = ${branchId}`, ...buildScopeConditions(scope, 'offer')]
}

function buildScopeConditions(
  { categoryId, subcategoryId }: CategoryScope,
  source: ColumnSource = 'product',
): SqlFragment[] {
  return [
    ...(categoryId === undefined ? [] : [sql`${sql.ref(`${source}.category_id`)} = ${categoryId}`]),
    ...(subcategoryId === undefined ? [] : [sql`${sql.ref(`${source}.subcategory_id`)} = ${subcategoryId}`]),
  ]
}

function joinWithAnd(conditions: SqlFragment[]): SqlFragment {
  return sql.join(conditions, sql` and `)
}

/** The counts of a listing without filters, as `reindex` wrote them: the `limit` most frequent values of each facet, in order. */
export function selectFacetCounts(
  ctx: Context,
  branchId: number,
  { categoryId = 0, subcategoryId = 0 }: CategoryScope,
  limit: number,
): Promise<Pick<Row<'facetCount'>, 'facet' | 'value' | 'products'>[]> {
  return ctx.db
    .selectFrom('facetCount')
    .select(['facet', 'value', 'products'])
    .where('branchId', '=', branchId)
    .where('categoryId', '=', categoryId)
    .where('subcategoryId', '=', subcategoryId)
    .where('position', '<=', limit)
    .orderBy('position')
    .execute()
}
