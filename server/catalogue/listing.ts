import type { Database } from '../database/connection.ts'
import type { ProductKind } from '../database/schema.ts'
import type { Categories } from './categories.ts'
import {
  type Choice,
  type ChoiceFilter,
  type Count,
  type Counter,
  countAmong,
  facetsOf,
  mostChoices,
  withChosen,
} from './facets.ts'
import { type Filters, fits, isFiltered, noFilters, type Order, type Place } from './filters.ts'
import { countFiltered, selectCounts, selectFiltered, selectPageIds } from './listing.sql.ts'
import { keptChoices } from './listing-tally.ts'
import type { Products } from './products.ts'
import { mostFound } from './search.sql.ts'
import type { Candidate, openSearch } from './search.ts'
import type { ProductPage } from './shapes.ts'

export interface ListingQuery extends Place {
  /** Shopper's words; fewer than three characters find nothing (specification, section 5). */
  search?: string | undefined
  /** Search the words as they were typed. */
  exact?: boolean
  filters?: Filters
  order?: Order
  /** From 1. */
  page?: number
}

interface Listed extends Omit<ProductPage, 'products' | 'pages'> {
  ids: number[]
}

const pageSize = 24
/** Nobody looks at more of a listing page by page: filters, orders and search lead on. It bounds what a page can cost. */
const mostPages = 200

interface Parts {
  database: Database
  search: ReturnType<typeof openSearch>
  categories: Categories
  products: Products
}

export type Listings = ReturnType<typeof openListings>

/** Lists by place, words, filters and order: either out of the indexes, or out of what was found, which is never much. */
export function openListings({ database, search, categories, products }: Parts) {
  const { query } = database
  return { listProducts, listChoices, promoted }

  /** One page of a listing or of a search, with what its filters offer. */
  async function listProducts(branchId: number, listing: ListingQuery): Promise<ProductPage> {
    const { ids, ...listed } = await list(branchId, listing)
    const found = await products.findProducts(branchId, ids)
    return {
      ...listed,
      products: ids.flatMap((id) => found.get(id) ?? []),
      pages: Math.min(mostPages, Math.max(1, Math.ceil(listed.total / pageSize))),
    }
  }

  async function list(branchId: number, listing: ListingQuery): Promise<Listed> {
    const { filters = noFilters } = listing
    if (listing.search !== undefined) {
      const { products, isCapped, shownFor } = await search.find(branchId, listing.search, listing, listing.exact)
      const fitting = products.filter((product) => fits(product, filters))
      return {
        ...pageOf(fitting, listing),
        isCapped: isCapped && fitting.length === products.length,
        shownFor,
        facets: await facetsOf(filters, countAmong(products, isCapped, filters)),
      }
    }
    return isFiltered(filters) ? listFiltered(branchId, listing, filters) : listWhole(branchId, listing)
  }

  /** Without filters: the counts stand ready, and the page comes out of an index. */
  async function listWhole(branchId: number, listing: ListingQuery): Promise<Listed> {
    const [ids, counts, inStock] = await Promise.all([
      readPage(branchId, listing, noFilters),
      selectCounts(query, branchId, listing, mostChoices + 1),
      countFiltered(query, branchId, listing, { ...noFilters, inStock: true }),
    ])
    const of = (facet: string): Choice[] =>
      counts
        .filter((count) => count.facet === facet)
        .map(({ value, products }) => ({ value, products, isCapped: false }))
    const one = (facet: string): Count => of(facet)[0] ?? { products: 0, isCapped: false }
    return {
      ids,
      total: one('all').products,
      isCapped: false,
      shownFor: null,
      facets: {
        brands: of('brand').slice(0, mostChoices),
        ingredients: of('ingredient').slice(0, mostChoices),
        kinds: of('kind') as Choice<ProductKind>[],
        moreBrands: of('brand').length > mostChoices,
        moreIngredients: of('ingredient').length > mostChoices,
        inStock: upToMost(inStock),
        onOffer: one('offer'),
        withoutPrescription: one('free'),
      },
    }
  }

  /** A thousand are looked at; where more fit the filters, the page comes out of an index. */
  async function listFiltered(branchId: number, listing: ListingQuery, filters: Filters): Promise<Listed> {
    const fitting = await findFitting(branchId, listing, filters)
    const facets = await facetsOf(filters, countInPlace(branchId, listing, filters, fitting, mostChoices + 1))
    if (fitting) return { ...pageOf(inPopularOrder(fitting), listing), isCapped: false, shownFor: null, facets }
    const ids = await readPage(branchId, listing, filters)
    return { ids, total: mostFound, isCapped: true, shownFor: null, facets }
  }

  async function readPage(branchId: number, listing: ListingQuery, filters: Filters): Promise<number[]> {
    const { order = 'relevance', page = 1, categoryId } = listing
    if (page > mostPages) return []
    const categoryIds = categoryId === undefined ? (await categories.categories()).map(({ id }) => id) : [categoryId]
    return selectPageIds(query, branchId, categoryIds, listing, filters, order, pageAt(listing))
  }

  /** Null where they are more than `mostFound`. */
  async function findFitting(branchId: number, place: Place, filters: Filters): Promise<Candidate[] | null> {
    const count = await countFiltered(query, branchId, place, filters)
    return count > mostFound ? null : selectFiltered(query, branchId, place, filters).execute()
  }

  /**
   * Counts by a look at every product where they are few enough; else the database counts each choice by itself, as far as
   * `mostFound`.
   * @param fitting what fits the filters, as `findFitting` gave it
   * @param most of many choices only so many, the place's most frequent ones, are counted
   */
  function countInPlace(
    branchId: number,
    place: Place,
    filters: Filters,
    fitting: Candidate[] | null,
    most: number,
  ): Counter {
    const count = async (one: Partial<Filters>) =>
      upToMost(await countFiltered(query, branchId, place, { ...filters, ...one }))
    return {
      count: fitting ? countAmong(fitting, false, filters).count : count,
      async choices(filter) {
        const others = { ...filters, [filter]: [] }
        const products = filters[filter].length === 0 ? fitting : await findFitting(branchId, place, others)
        if (products) return countAmong(products, false, others).choices(filter)
        const usual = (await storedChoices(branchId, place, filter, most)).map(({ value }) => value)
        const values = [...new Set([...usual, ...filters[filter]])]
        return Promise.all(values.map(async (value) => ({ value, ...(await count({ [filter]: [value] })) })))
      },
    }
  }

  /** All choices of a filter, A to Z; of very many the most frequent. */
  async function listChoices(branchId: number, listing: ListingQuery, filter: ChoiceFilter): Promise<Choice[]> {
    const { filters = noFilters } = listing
    const choices = await allChoices(branchId, listing, filters, filter)
    return withChosen(choices, filters[filter]).sort((a, b) => a.value.localeCompare(b.value, 'pt-BR'))
  }

  async function allChoices(
    branchId: number,
    listing: ListingQuery,
    filters: Filters,
    filter: ChoiceFilter,
  ): Promise<Choice[]> {
    if (listing.search !== undefined) {
      const { products, isCapped } = await search.find(branchId, listing.search, listing, listing.exact)
      return countAmong(products, isCapped, filters).choices(filter)
    }
    if (!isFiltered({ ...filters, [filter]: [] })) return storedChoices(branchId, listing, filter, keptChoices)
    const fitting = await findFitting(branchId, listing, filters)
    return countInPlace(branchId, listing, filters, fitting, keptChoices).choices(filter)
  }

  /** Of a place without filters. */
  async function storedChoices(branchId: number, place: Place, filter: ChoiceFilter, most: number): Promise<Choice[]> {
    const counts = await selectCounts(query, branchId, place, most)
    return counts
      .filter(({ facet }) => facet === facetOf[filter])
      .map(({ value, products }) => ({ value, products, isCapped: false }))
  }

  /** Ids of products in stock that need no prescription: the biggest discounts first, then the most sold. */
  async function promoted(branchId: number, categoryId: number, limit: number): Promise<number[]> {
    const page = { limit, offset: 0 }
    const filters = { ...noFilters, inStock: true, withoutPrescription: true }
    const [onOffer, mostSold] = await Promise.all([
      selectPageIds(query, branchId, [categoryId], {}, { ...filters, onOffer: true }, 'discount', page),
      selectPageIds(query, branchId, [categoryId], {}, filters, 'relevance', page),
    ])
    return [...new Set([...onOffer, ...mostSold])]
  }
}

/** The names of the filters' choices among the stored counts. */
const facetOf = { brands: 'brand', ingredients: 'ingredient', kinds: 'kind' } as const

function upToMost(products: number): Count {
  return { products: Math.min(products, mostFound), isCapped: products > mostFound }
}

function pageAt({ page = 1 }: ListingQuery): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}

function pageOf(products: Candidate[], listing: ListingQuery): { ids: number[]; total: number } {
  const { limit, offset } = pageAt(listing)
  const sorted = sorters[listing.order ?? 'relevance'](products)
  return { ids: sorted.slice(offset, offset + limit).map(({ id }) => id), total: products.length }
}

/** What is given stands in the order of relevance already. */
const sorters: Record<Order, (products: Candidate[]) => Candidate[]> = {
  relevance: (products) => products,
  cheapest: (products) => inOrder(products, (a, b) => a.priceCents - b.priceCents),
  dearest: (products) => inOrder(products, (a, b) => b.priceCents - a.priceCents),
  discount: (products) => inOrder(products, (a, b) => b.discountPercent - a.discountPercent),
  name: (products) =>
    products.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id - b.id)),
}

function inPopularOrder(products: Candidate[]): Candidate[] {
  return inOrder(products, (a, b) => b.unitsSold - a.unitsSold)
}

function inOrder(products: Candidate[], compare: (a: Candidate, b: Candidate) => number): Candidate[] {
  return products.toSorted((a, b) => Number(b.stock > 0) - Number(a.stock > 0) || compare(a, b) || a.id - b.id)
}
