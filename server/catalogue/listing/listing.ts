import type { Context } from '../../context.ts'
import { getOrLoad } from '../../platform/ttl-cache.ts'
import { createCatalogueCache } from '../catalogue-cache.ts'
import { listCategories } from '../categories.ts'
import { findProducts } from '../products.ts'
import { type ListingProduct, maxExactCount } from '../search/search.sql.ts'
import { searchProducts } from '../search/search.ts'
import type { ListingPage } from '../types.ts'
import { maxStoredChoices } from './catalogue-facet-counter.ts'
import type { CategoryScope, SortOrder } from './category-scope.ts'
import {
  addSelectedChoices,
  buildFacets,
  createInMemoryFacetCounter,
  type FacetChoice,
  maxChoices,
  zeroCount,
} from './facet-counts.ts'
import { type ChoiceKey, type Filters, isFiltered, matchesFilters, noFilters } from './facets.ts'
import { hasEveryProduct, selectFacetCounts, selectPageIds } from './listing.sql.ts'
import { createScopeFacetCounter, createStoredFacetCounter, listMatches, toFacetChoices } from './listing-counts.ts'

interface ListingQuery extends CategoryScope {
  /** Shopper's words; fewer than three characters find nothing (specification, section 5). */
  search?: string | undefined
  /** Search the words as they were typed. */
  exact?: boolean
  filters?: Filters
  order?: SortOrder
  /** From 1. */
  page?: number
  /** Products on a page. */
  limit?: number | undefined
}

interface ProductIdPage extends Omit<ListingPage, 'products' | 'pageCount'> {
  ids: number[]
}

const defaultPageSize = 24
/** The last page of a listing: it bounds the cost of a page, and filters, orders and search lead to the rest. */
const maxPages = 200

/** One page of a listing or of a search, with what its filters offer. */
export async function listProducts(ctx: Context, branchId: number, listing: ListingQuery): Promise<ListingPage> {
  const { ids, ...page } = await loadIdPage(ctx, branchId, listing)
  const summaries = await findProducts(ctx, branchId, ids)
  return {
    ...page,
    products: ids.flatMap((id) => summaries.get(id) ?? []),
    pageCount: Math.min(maxPages, Math.max(1, Math.ceil(page.productCount / (listing.limit ?? defaultPageSize)))),
  }
}

async function loadIdPage(ctx: Context, branchId: number, listing: ListingQuery): Promise<ProductIdPage> {
  const { filters = noFilters } = listing
  if (listing.search !== undefined) {
    const { products, isCapped, facets, ...queryCorrection } = await searchProducts(
      ctx,
      branchId,
      listing.search,
      listing,
      listing.exact,
    )
    if (!isFiltered(filters))
      return { ...sortAndSlice(products, listing), isCapped, facets, ...toQueryCorrection(queryCorrection) }
    const matches = products.filter((product) => matchesFilters(product, filters))
    return {
      ...sortAndSlice(matches, listing),
      isCapped: isCapped && matches.length === products.length,
      ...toQueryCorrection(queryCorrection),
      facets: await buildFacets(filters, createInMemoryFacetCounter(products, isCapped, filters)),
    }
  }
  return isFiltered(filters)
    ? loadFilteredPage(ctx, branchId, listing, filters)
    : loadUnfilteredPage(ctx, branchId, listing)
}

/** Without filters: counts are stored by `reindex`, and the page is read from an index. */
async function loadUnfilteredPage(ctx: Context, branchId: number, listing: ListingQuery): Promise<ProductIdPage> {
  const countsPromise = selectFacetCounts(ctx, branchId, listing, maxChoices + 1)
  const [ids, facets, storedCounts] = await Promise.all([
    loadPageIds(ctx, branchId, listing, noFilters),
    buildFacets(noFilters, createStoredFacetCounter(ctx, branchId, listing, countsPromise)),
    countsPromise,
  ])
  const { productCount } = toFacetChoices(storedCounts, 'all')[0] ?? zeroCount
  return { ids, productCount, isCapped: false, correctedQuery: null, facets }
}

/** Up to `maxExactCount` matches are sorted in memory; where more fit the filters, the page is read from an index. */
async function loadFilteredPage(
  ctx: Context,
  branchId: number,
  listing: ListingQuery,
  filters: Filters,
): Promise<ProductIdPage> {
  const matches = await listMatches(ctx, branchId, listing, filters)
  const counter = createScopeFacetCounter(ctx, branchId, listing, filters, matches, maxChoices + 1)
  const [facets, ids] = await Promise.all([
    buildFacets(filters, counter),
    matches ? [] : loadPageIds(ctx, branchId, listing, filters),
  ])
  if (matches)
    return { ...sortAndSlice(sortByPopularity(matches), listing), isCapped: false, correctedQuery: null, facets }
  return { ids, productCount: maxExactCount, isCapped: true, correctedQuery: null, facets }
}

async function loadPageIds(ctx: Context, branchId: number, listing: ListingQuery, filters: Filters): Promise<number[]> {
  const { order: sortOrder = 'relevance', page = 1, categoryId, subcategoryId } = listing
  if (page > maxPages) return []
  const limitAndOffset = toLimitAndOffset(listing)
  return getOrLoad(
    ctx.memory(createCatalogueCache).listing.pageIds,
    [branchId, categoryId, subcategoryId, filters, sortOrder, limitAndOffset],
    async () => {
      const categoryIds = categoryId === undefined ? (await listCategories(ctx)).map(({ id }) => id) : [categoryId]
      const isScopeComplete =
        sortOrder === 'name' && !isFiltered(filters) && (await hasEveryProduct(ctx, branchId, listing))
      return selectPageIds(ctx, branchId, categoryIds, listing, filters, sortOrder, limitAndOffset, isScopeComplete)
    },
  )
}

/** All choices of a filter, A to Z; of very many the most frequent. */
export async function listFacetChoices(
  ctx: Context,
  branchId: number,
  listing: ListingQuery,
  key: ChoiceKey,
): Promise<FacetChoice[]> {
  const { filters = noFilters } = listing
  const choices = await loadChoices(ctx, branchId, listing, filters, key)
  return addSelectedChoices(choices, filters[key]).sort((a, b) => a.value.localeCompare(b.value, 'pt-BR'))
}

async function loadChoices(
  ctx: Context,
  branchId: number,
  listing: ListingQuery,
  filters: Filters,
  key: ChoiceKey,
): Promise<FacetChoice[]> {
  if (listing.search !== undefined) {
    const { products, isCapped } = await searchProducts(ctx, branchId, listing.search, listing, listing.exact)
    return createInMemoryFacetCounter(products, isCapped, filters).countChoices(key)
  }
  if (!isFiltered({ ...filters, [key]: [] })) {
    return toFacetChoices(await selectFacetCounts(ctx, branchId, listing, maxStoredChoices), key)
  }
  const matches = await listMatches(ctx, branchId, listing, filters)
  return createScopeFacetCounter(ctx, branchId, listing, filters, matches, maxStoredChoices).countChoices(key)
}

/** Ids of products in stock that need no prescription: the biggest discounts first, then the most sold. */
export async function listPromotedProductIds(
  ctx: Context,
  branchId: number,
  categoryId: number,
  limit: number,
): Promise<number[]> {
  const filters = { ...noFilters, inStock: true, withoutPrescription: true }
  const [onOfferIds, mostSoldIds] = await Promise.all([
    loadPageIds(ctx, branchId, { categoryId, limit, order: 'discount' }, { ...filters, onOffer: true }),
    loadPageIds(ctx, branchId, { categoryId, limit }, filters),
  ])
  return [...new Set([...onOfferIds, ...mostSoldIds])]
}

function toLimitAndOffset({ page = 1, limit = defaultPageSize }: ListingQuery): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit }
}

function sortAndSlice(products: ListingProduct[], listing: ListingQuery): { ids: number[]; productCount: number } {
  const { limit, offset } = toLimitAndOffset(listing)
  const sortedProducts = sorterByOrder[listing.order ?? 'relevance'](products)
  return { ids: sortedProducts.slice(offset, offset + limit).map(({ id }) => id), productCount: products.length }
}

/** The input is already sorted by relevance. */
const sorterByOrder: Record<SortOrder, (products: ListingProduct[]) => ListingProduct[]> = {
  relevance: (products) => products,
  cheapest: (products) => sortInStockFirst(products, (a, b) => a.priceCents - b.priceCents),
  dearest: (products) => sortInStockFirst(products, (a, b) => b.priceCents - a.priceCents),
  discount: (products) => sortInStockFirst(products, (a, b) => b.discountPercent - a.discountPercent),
  name: (products) =>
    products.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id - b.id)),
}

function sortByPopularity(products: ListingProduct[]): ListingProduct[] {
  return sortInStockFirst(
    products,
    (a, b) => Number(a.requiresPrescription) - Number(b.requiresPrescription) || b.unitsSold - a.unitsSold,
  )
}

function sortInStockFirst(
  products: ListingProduct[],
  compare: (a: ListingProduct, b: ListingProduct) => number,
): ListingProduct[] {
  return products.toSorted((a, b) => Number(a.isOutOfStock) - Number(b.isOutOfStock) || compare(a, b) || a.id - b.id)
}

function toQueryCorrection({ correctedQuery, droppedWords }: Pick<ListingPage, 'correctedQuery' | 'droppedWords'>) {
  return { correctedQuery, ...(droppedWords !== undefined && { droppedWords }) }
}
