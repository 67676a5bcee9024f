import type { Database } from '../../database/connection.ts'
import { getOrLoad } from '../../platform/ttl-cache.ts'
import type { CategoryService } from '../categories.ts'
import type { ProductService } from '../products.ts'
import { type ListingProduct, maxExactCount } from '../search/search.sql.ts'
import type { createProductSearchService } from '../search/search.ts'
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
import type { ListingCache } from './listing-cache.ts'
import { createListingCounters, toFacetChoices } from './listing-counts.ts'

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

interface Deps {
  database: Database
  search: ReturnType<typeof createProductSearchService>
  categories: CategoryService
  products: ProductService
  cache: ListingCache
}

export type ListingService = ReturnType<typeof createListingService>

/** Listings by category, search words, filters and order: read from indexes, or sorted in memory from a bounded number of matches. */
export function createListingService({ database, search, categories, products, cache }: Deps) {
  const { db } = database
  const { listMatches, createScopeFacetCounter, createStoredFacetCounter } = createListingCounters(db, cache.counts)
  return { listProducts, listFacetChoices, listPromotedProductIds }

  /** One page of a listing or of a search, with what its filters offer. */
  async function listProducts(branchId: number, listing: ListingQuery): Promise<ListingPage> {
    const { ids, ...page } = await loadIdPage(branchId, listing)
    const summaries = await products.findProducts(branchId, ids)
    return {
      ...page,
      products: ids.flatMap((id) => summaries.get(id) ?? []),
      pageCount: Math.min(maxPages, Math.max(1, Math.ceil(page.productCount / (listing.limit ?? defaultPageSize)))),
    }
  }

  async function loadIdPage(branchId: number, listing: ListingQuery): Promise<ProductIdPage> {
    const { filters = noFilters } = listing
    if (listing.search !== undefined) {
      const { products, isCapped, facets, ...queryCorrection } = await search.searchProducts(
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
    return isFiltered(filters) ? loadFilteredPage(branchId, listing, filters) : loadUnfilteredPage(branchId, listing)
  }

  /** Without filters: counts are stored by `reindex`, and the page is read from an index. */
  async function loadUnfilteredPage(branchId: number, listing: ListingQuery): Promise<ProductIdPage> {
    const countsPromise = selectFacetCounts(db, branchId, listing, maxChoices + 1)
    const [ids, facets, storedCounts] = await Promise.all([
      loadPageIds(branchId, listing, noFilters),
      buildFacets(noFilters, createStoredFacetCounter(branchId, listing, countsPromise)),
      countsPromise,
    ])
    const { productCount } = toFacetChoices(storedCounts, 'all')[0] ?? zeroCount
    return { ids, productCount, isCapped: false, correctedQuery: null, facets }
  }

  /** Up to `maxExactCount` matches are sorted in memory; where more fit the filters, the page is read from an index. */
  async function loadFilteredPage(branchId: number, listing: ListingQuery, filters: Filters): Promise<ProductIdPage> {
    const matches = await listMatches(branchId, listing, filters)
    const counter = createScopeFacetCounter(branchId, listing, filters, matches, maxChoices + 1)
    const [facets, ids] = await Promise.all([
      buildFacets(filters, counter),
      matches ? [] : loadPageIds(branchId, listing, filters),
    ])
    if (matches)
      return { ...sortAndSlice(sortByPopularity(matches), listing), isCapped: false, correctedQuery: null, facets }
    return { ids, productCount: maxExactCount, isCapped: true, correctedQuery: null, facets }
  }

  async function loadPageIds(branchId: number, listing: ListingQuery, filters: Filters): Promise<number[]> {
    const { order: sortOrder = 'relevance', page = 1, categoryId, subcategoryId } = listing
    if (page > maxPages) return []
    const limitAndOffset = toLimitAndOffset(listing)
    return getOrLoad(
      cache.pageIds,
      [branchId, categoryId, subcategoryId, filters, sortOrder, limitAndOffset],
      async () => {
        const categoryIds =
          categoryId === undefined ? (await categories.listCategories()).map(({ id }) => id) : [categoryId]
        const isScopeComplete =
          sortOrder === 'name' && !isFiltered(filters) && (await hasEveryProduct(db, branchId, listing))
        return selectPageIds(db, branchId, categoryIds, listing, filters, sortOrder, limitAndOffset, isScopeComplete)
      },
    )
  }

  /** All choices of a filter, A to Z; of very many the most frequent. */
  async function listFacetChoices(branchId: number, listing: ListingQuery, key: ChoiceKey): Promise<FacetChoice[]> {
    const { filters = noFilters } = listing
    const choices = await loadChoices(branchId, listing, filters, key)
    return addSelectedChoices(choices, filters[key]).sort((a, b) => a.value.localeCompare(b.value, 'pt-BR'))
  }

  async function loadChoices(
    branchId: number,
    listing: ListingQuery,
    filters: Filters,
    key: ChoiceKey,
  ): Promise<FacetChoice[]> {
    if (listing.search !== undefined) {
      const { products, isCapped } = await search.searchProducts(branchId, listing.search, listing, listing.exact)
      return createInMemoryFacetCounter(products, isCapped, filters).countChoices(key)
    }
    if (!isFiltered({ ...filters, [key]: [] })) {
      return toFacetChoices(await selectFacetCounts(db, branchId, listing, maxStoredChoices), key)
    }
    const matches = await listMatches(branchId, listing, filters)
    return createScopeFacetCounter(branchId, listing, filters, matches, maxStoredChoices).countChoices(key)
  }

  /** Ids of products in stock that need no prescription: the biggest discounts first, then the most sold. */
  async function listPromotedProductIds(branchId: number, categoryId: number, limit: number): Promise<number[]> {
    const filters = { ...noFilters, inStock: true, withoutPrescription: true }
    const [onOfferIds, mostSoldIds] = await Promise.all([
      loadPageIds(branchId, { categoryId, limit, order: 'discount' }, { ...filters, onOffer: true }),
      loadPageIds(branchId, { categoryId, limit }, filters),
    ])
    return [...new Set([...onOfferIds, ...mostSoldIds])]
  }
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
    (a, b) => a.requiresPrescription - b.requiresPrescription || b.unitsSold - a.unitsSold,
  )
}

function sortInStockFirst(
  products: ListingProduct[],
  compare: (a: ListingProduct, b: ListingProduct) => number,
): ListingProduct[] {
  return products.toSorted((a, b) => a.outOfStock - b.outOfStock || compare(a, b) || a.id - b.id)
}

/** How a page describes the words searched. */
function toQueryCorrection({ correctedQuery, droppedWords }: Pick<ListingPage, 'correctedQuery' | 'droppedWords'>) {
  return { correctedQuery, ...(droppedWords !== undefined && { droppedWords }) }
}
