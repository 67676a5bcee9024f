import type { Database } from '../../database/connection.ts'
import { getOrLoad } from '../../platform/ttl-cache.ts'
import type { Categories } from '../categories.ts'
import type { Products } from '../products.ts'
import { type Candidate, maxCounted } from '../search/search.sql.ts'
import type { createSearch } from '../search/search.ts'
import type { ProductPage } from '../shapes.ts'
import type { CategoryScope, Order } from './category-scope.ts'
import { keptChoices } from './facet-counter.ts'
import { type Choice, createInMemoryFacetCounter, facetsOf, maxChoices, noCount, withChosen } from './facet-counts.ts'
import { type ChoiceKey, type Filters, isFiltered, matchesFilters, noFilters } from './facets.ts'
import { isComplete, selectCounts, selectPageIds } from './listing.sql.ts'
import type { ListingCache } from './listing-cache.ts'
import { choicesOf, createListingCounts } from './listing-counts.ts'

interface ListingQuery extends CategoryScope {
  /** Shopper's words; fewer than three characters find nothing (specification, section 5). */
  search?: string | undefined
  /** Search the words as they were typed. */
  exact?: boolean
  filters?: Filters
  order?: Order
  /** From 1. */
  page?: number
  /** Products on a page. */
  limit?: number | undefined
}

interface ProductIds extends Omit<ProductPage, 'products' | 'pages'> {
  ids: number[]
}

const defaultLimit = 24
/** The last page of a listing: it bounds the cost of a page, and filters, orders and search lead to the rest. */
const maxPages = 200

interface Deps {
  database: Database
  search: ReturnType<typeof createSearch>
  categories: Categories
  products: Products
  cache: ListingCache
}

export type Listings = ReturnType<typeof createListings>

/** Listings by category, search words, filters and order: read from indexes, or sorted in memory from a bounded number of matches. */
export function createListings({ database, search, categories, products, cache }: Deps) {
  const { db } = database
  const { findMatching, countInScope, countWhole } = createListingCounts(db, cache.counts)
  return { listProducts, listChoices, promoted }

  /** One page of a listing or of a search, with what its filters offer. */
  async function listProducts(branchId: number, listing: ListingQuery): Promise<ProductPage> {
    const { ids, ...listed } = await list(branchId, listing)
    const summaries = await products.findProducts(branchId, ids)
    return {
      ...listed,
      products: ids.flatMap((id) => summaries.get(id) ?? []),
      pages: Math.min(maxPages, Math.max(1, Math.ceil(listed.total / (listing.limit ?? defaultLimit)))),
    }
  }

  async function list(branchId: number, listing: ListingQuery): Promise<ProductIds> {
    const { filters = noFilters } = listing
    if (listing.search !== undefined) {
      const { products, isCapped, facets, ...sought } = await search.find(
        branchId,
        listing.search,
        listing,
        listing.exact,
      )
      if (!isFiltered(filters)) return { ...pageOf(products, listing), isCapped, facets, ...wordsIn(sought) }
      const matches = products.filter((product) => matchesFilters(product, filters))
      return {
        ...pageOf(matches, listing),
        isCapped: isCapped && matches.length === products.length,
        ...wordsIn(sought),
        facets: await facetsOf(filters, createInMemoryFacetCounter(products, isCapped, filters)),
      }
    }
    return isFiltered(filters) ? listFiltered(branchId, listing, filters) : listWhole(branchId, listing)
  }

  /** Without filters: counts are stored by `reindex`, and the page is read from an index. */
  async function listWhole(branchId: number, listing: ListingQuery): Promise<ProductIds> {
    const counts = selectCounts(db, branchId, listing, maxChoices + 1)
    const [ids, facets, stored] = await Promise.all([
      readPage(branchId, listing, noFilters),
      facetsOf(noFilters, countWhole(branchId, listing, counts)),
      counts,
    ])
    const { products: total } = choicesOf(stored, 'all')[0] ?? noCount
    return { ids, total, isCapped: false, correctedQuery: null, facets }
  }

  /** Up to `maxCounted` matches are sorted in memory; where more fit the filters, the page is read from an index. */
  async function listFiltered(branchId: number, listing: ListingQuery, filters: Filters): Promise<ProductIds> {
    const matches = await findMatching(branchId, listing, filters)
    const counter = countInScope(branchId, listing, filters, matches, maxChoices + 1)
    const [facets, ids] = await Promise.all([
      facetsOf(filters, counter),
      matches ? [] : readPage(branchId, listing, filters),
    ])
    if (matches) return { ...pageOf(inPopularOrder(matches), listing), isCapped: false, correctedQuery: null, facets }
    return { ids, total: maxCounted, isCapped: true, correctedQuery: null, facets }
  }

  async function readPage(branchId: number, listing: ListingQuery, filters: Filters): Promise<number[]> {
    const { order = 'relevance', page = 1, categoryId, subcategoryId } = listing
    if (page > maxPages) return []
    const at = pageAt(listing)
    return getOrLoad(cache.pages, [branchId, categoryId, subcategoryId, filters, order, at], async () => {
      const categoryIds =
        categoryId === undefined ? (await categories.listCategories()).map(({ id }) => id) : [categoryId]
      const isByNameAlone = order === 'name' && !isFiltered(filters) && (await isComplete(db, branchId, listing))
      return selectPageIds(db, branchId, categoryIds, listing, filters, order, at, isByNameAlone)
    })
  }

  /** All choices of a filter, A to Z; of very many the most frequent. */
  async function listChoices(branchId: number, listing: ListingQuery, key: ChoiceKey): Promise<Choice[]> {
    const { filters = noFilters } = listing
    const choices = await allChoices(branchId, listing, filters, key)
    return withChosen(choices, filters[key]).sort((a, b) => a.value.localeCompare(b.value, 'pt-BR'))
  }

  async function allChoices(
    branchId: number,
    listing: ListingQuery,
    filters: Filters,
    key: ChoiceKey,
  ): Promise<Choice[]> {
    if (listing.search !== undefined) {
      const { products, isCapped } = await search.find(branchId, listing.search, listing, listing.exact)
      return createInMemoryFacetCounter(products, isCapped, filters).choices(key)
    }
    if (!isFiltered({ ...filters, [key]: [] })) {
      return choicesOf(await selectCounts(db, branchId, listing, keptChoices), key)
    }
    const matches = await findMatching(branchId, listing, filters)
    return countInScope(branchId, listing, filters, matches, keptChoices).choices(key)
  }

  /** Ids of products in stock that need no prescription: the biggest discounts first, then the most sold. */
  async function promoted(branchId: number, categoryId: number, limit: number): Promise<number[]> {
    const filters = { ...noFilters, inStock: true, withoutPrescription: true }
    const [onOffer, mostSold] = await Promise.all([
      readPage(branchId, { categoryId, limit, order: 'discount' }, { ...filters, onOffer: true }),
      readPage(branchId, { categoryId, limit }, filters),
    ])
    return [...new Set([...onOffer, ...mostSold])]
  }
}

function pageAt({ page = 1, limit = defaultLimit }: ListingQuery): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit }
}

function pageOf(products: Candidate[], listing: ListingQuery): { ids: number[]; total: number } {
  const { limit, offset } = pageAt(listing)
  const sorted = sorters[listing.order ?? 'relevance'](products)
  return { ids: sorted.slice(offset, offset + limit).map(({ id }) => id), total: products.length }
}

/** The input is already sorted by relevance. */
const sorters: Record<Order, (products: Candidate[]) => Candidate[]> = {
  relevance: (products) => products,
  cheapest: (products) => inOrder(products, (a, b) => a.priceCents - b.priceCents),
  dearest: (products) => inOrder(products, (a, b) => b.priceCents - a.priceCents),
  discount: (products) => inOrder(products, (a, b) => b.discountPercent - a.discountPercent),
  name: (products) =>
    products.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id - b.id)),
}

function inPopularOrder(products: Candidate[]): Candidate[] {
  return inOrder(products, (a, b) => a.requiresPrescription - b.requiresPrescription || b.unitsSold - a.unitsSold)
}

function inOrder(products: Candidate[], compare: (a: Candidate, b: Candidate) => number): Candidate[] {
  return products.toSorted((a, b) => a.outOfStock - b.outOfStock || compare(a, b) || a.id - b.id)
}

/** What a page says of the words searched. */
function wordsIn({ correctedQuery, droppedWords }: Pick<ProductPage, 'correctedQuery' | 'droppedWords'>) {
  return { correctedQuery, ...(droppedWords !== undefined && { droppedWords }) }
}
