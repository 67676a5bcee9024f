import type { Database } from '../../database/connection.ts'
import { type Candidate, maxCounted } from '../search/search.sql.ts'
import { type Choice, type Count, type Counter, countAmong, noCount } from './facet-counts.ts'
import { type ChoiceKey, type Filters, type FlagKey, facets, noFilters } from './facets.ts'
import { countFiltered, selectCounts, selectFiltered } from './listing.sql.ts'
import type { ListingCache } from './listing-cache.ts'
import type { Place } from './place.ts'

type StoredCounts = Awaited<ReturnType<typeof selectCounts>>

/**
 * Counts the products of a place that fit filters, up to `maxCounted`.
 * @param cache recent counts; new ones are added
 */
export function createListingCounts(db: Database['db'], cache: ListingCache['counts']) {
  return { findMatching, countInPlace, countWhole }

  /** Null if there are more than `maxCounted`. */
  async function findMatching(branchId: number, place: Place, filters: Filters): Promise<Candidate[] | null> {
    const [{ isCapped } = noCount] = await count(branchId, place, [filters])
    return isCapped ? null : selectFiltered(db, branchId, place, filters).execute()
  }

  /**
   * Counts in memory where the products are few enough; else the database counts each choice separately, up to `maxCounted`.
   * @param matches what fits the filters, as `findFitting` gave it
   * @param limit the most choices that are counted: the place's most frequent ones
   */
  function countInPlace(
    branchId: number,
    place: Place,
    filters: Filters,
    matches: Candidate[] | null,
    limit: number,
  ): Counter {
    let facetCounts: ReturnType<typeof selectCounts> | undefined
    const storedCounts = () => {
      facetCounts ??= selectCounts(db, branchId, place, limit)
      return facetCounts
    }
    const countWith = (ones: Partial<Filters>[]) =>
      count(
        branchId,
        place,
        ones.map((one) => ({ ...filters, ...one })),
      )
    return {
      flags: matches
        ? countAmong(matches, false, filters).flags
        : (keys) => countWith(keys.map((key) => ({ [key]: true }))),
      async choices(key) {
        const others = { ...filters, [key]: [] }
        const products = filters[key].length === 0 ? matches : await findMatching(branchId, place, others)
        if (products) return countAmong(products, false, others).choices(key)
        const usual = choicesOf(await storedCounts(), key)
        const values = [...new Set([...usual.map(({ value }) => value), ...filters[key]])]
        const counts = await countWith(values.map((value) => ({ [key]: [value] })))
        return values.map((value, index) => ({ value, ...(counts[index] ?? noCount) }))
      },
    }
  }

  /** Without filters: as `reindex` stored it, but for the flags that each sale may change. */
  function countWhole(branchId: number, place: Place, counts: Promise<StoredCounts>): Counter {
    return {
      choices: async (key) => choicesOf(await counts, key),
      flags: (keys) =>
        Promise.all(
          keys.map(async (key) => {
            if (facets[key].isCounted) return choicesOf(await counts, key)[0] ?? noCount
            const [live = noCount] = await count(branchId, place, [{ ...noFilters, [key]: true }])
            return live
          }),
        ),
    }
  }

  async function count(branchId: number, place: Place, variants: Filters[]): Promise<Count[]> {
    const nameOf = (filters: Filters) => JSON.stringify([branchId, place.categoryId, place.subcategoryId, filters])
    const byName = new Map(variants.map((filters) => [nameOf(filters), filters]))
    const products = new Map([...byName.keys()].map((name) => [name, cache.get(name)]))
    const missing = [...byName].filter(([name]) => products.get(name) === undefined)
    const counts = await countFiltered(
      db,
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

/** A facet's choices among the stored counts of a place. */
export function choicesOf(counts: StoredCounts, key: ChoiceKey | FlagKey | 'all'): Choice[] {
  return counts
    .filter(({ facet }) => facet === key)
    .map(({ value, products }) => ({ value, products, isCapped: false }))
}
