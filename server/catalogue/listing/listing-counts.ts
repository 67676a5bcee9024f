import type { Database } from '../../database/connection.ts'
import { type Candidate, maxCounted } from '../search/search.sql.ts'
import { type Choice, type ChoiceFilter, type Count, type Counter, countAmong } from './facets.ts'
import type { Filters, Place } from './filters.ts'
import { countFiltered, selectCounts, selectFiltered } from './listing.sql.ts'
import type { ListingCache } from './listing-cache.ts'

export const none: Count = { products: 0, isCapped: false }

/**
 * Counts the products of a place that fit filters, up to `maxCounted`.
 * @param cache recent counts; new ones are added
 */
export function createListingCounts(query: Database['query'], cache: ListingCache['counts']) {
  return { count, findFitting, countInPlace }

  /** Null if there are more than `maxCounted`. */
  async function findFitting(branchId: number, place: Place, filters: Filters): Promise<Candidate[] | null> {
    const [{ isCapped } = none] = await count(branchId, place, [filters])
    return isCapped ? null : selectFiltered(query, branchId, place, filters).execute()
  }

  /**
   * Counts in memory where the products are few enough; else the database counts each choice separately, up to `maxCounted`.
   * @param fitting what fits the filters, as `findFitting` gave it
   * @param limit the most choices that are counted: the place's most frequent ones
   */
  function countInPlace(
    branchId: number,
    place: Place,
    filters: Filters,
    fitting: Candidate[] | null,
    limit: number,
  ): Counter {
    let facetCounts: ReturnType<typeof selectCounts> | undefined
    const storedCounts = () => {
      facetCounts ??= selectCounts(query, branchId, place, limit)
      return facetCounts
    }
    const countWith = (ones: Partial<Filters>[]) =>
      count(
        branchId,
        place,
        ones.map((one) => ({ ...filters, ...one })),
      )
    return {
      count: fitting ? countAmong(fitting, false, filters).count : countWith,
      async choices(filter) {
        const others = { ...filters, [filter]: [] }
        const products = filters[filter].length === 0 ? fitting : await findFitting(branchId, place, others)
        if (products) return countAmong(products, false, others).choices(filter)
        const usual = choicesOf(await storedCounts(), filter)
        const values = [...new Set([...usual.map(({ value }) => value), ...filters[filter]])]
        const counts = await countWith(values.map((value) => ({ [filter]: [value] })))
        return values.map((value, index) => ({ value, ...(counts[index] ?? none) }))
      },
    }
  }

  async function count(branchId: number, place: Place, variants: Filters[]): Promise<Count[]> {
    const nameOf = (filters: Filters) => JSON.stringify([branchId, place.categoryId, place.subcategoryId, filters])
    const byName = new Map(variants.map((filters) => [nameOf(filters), filters]))
    const products = new Map([...byName.keys()].map((name) => [name, cache.get(name)]))
    const missing = [...byName].filter(([name]) => products.get(name) === undefined)
    const counts = await countFiltered(
      query,
      branchId,
      place,
      missing.map(([, filters]) => filters),
    )
    for (const [index, [name]] of missing.entries()) {
      const count = counts[index] ?? 0
      cache.set(name, count)
      products.set(name, count)
    }
    return variants.map((filters) => {
      const count = products.get(nameOf(filters)) ?? 0
      return { products: Math.min(count, maxCounted), isCapped: count > maxCounted }
    })
  }
}

/** The facet of the stored counts that each filter chooses from. */
const facetOf = { brands: 'brand', ingredients: 'ingredient', kinds: 'kind' } as const

/** A filter's choices among the stored counts of a place. */
export function choicesOf(counts: Awaited<ReturnType<typeof selectCounts>>, filter: ChoiceFilter): Choice[] {
  return counts
    .filter(({ facet }) => facet === facetOf[filter])
    .map(({ value, products }) => ({ value, products, isCapped: false }))
}
