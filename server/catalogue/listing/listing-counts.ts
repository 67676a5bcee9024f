import type { Database } from '../../database/connection.ts'
import { type Candidate, maxCounted } from '../search/search.sql.ts'
import type { CategoryScope } from './category-scope.ts'
import { type Choice, type Count, type Counter, createInMemoryFacetCounter, noCount } from './facet-counts.ts'
import { type ChoiceKey, type Filters, type FlagKey, facets, noFilters } from './facets.ts'
import { countFiltered, selectCounts, selectFiltered } from './listing.sql.ts'
import type { ListingCache } from './listing-cache.ts'

type StoredCounts = Awaited<ReturnType<typeof selectCounts>>

/**
 * Counts the products of a scope that fit filters, up to `maxCounted`.
 * @param cache recent counts; new ones are added
 */
export function createListingCounts(db: Database['db'], cache: ListingCache['counts']) {
  return { findMatching, countInScope, countWhole }

  /** Null if there are more than `maxCounted`. */
  async function findMatching(branchId: number, scope: CategoryScope, filters: Filters): Promise<Candidate[] | null> {
    const [{ isCapped } = noCount] = await count(branchId, scope, [filters])
    return isCapped ? null : selectFiltered(db, branchId, scope, filters).execute()
  }

  /**
   * Counts in memory where the products are few enough; else the database counts each choice separately, up to `maxCounted`.
   * @param matches what fits the filters, as `findMatching` gave it
   * @param limit the most choices that are counted: the scope's most frequent ones
   */
  function countInScope(
    branchId: number,
    scope: CategoryScope,
    filters: Filters,
    matches: Candidate[] | null,
    limit: number,
  ): Counter {
    let facetCounts: ReturnType<typeof selectCounts> | undefined
    const storedCounts = () => {
      facetCounts ??= selectCounts(db, branchId, scope, limit)
      return facetCounts
    }
    const countWith = (ones: Partial<Filters>[]) =>
      count(
        branchId,
        scope,
        ones.map((one) => ({ ...filters, ...one })),
      )
    return {
      flags: matches
        ? createInMemoryFacetCounter(matches, false, filters).flags
        : (keys) => countWith(keys.map((key) => ({ [key]: true }))),
      async choices(key) {
        const others = { ...filters, [key]: [] }
        const products = filters[key].length === 0 ? matches : await findMatching(branchId, scope, others)
        if (products) return createInMemoryFacetCounter(products, false, others).choices(key)
        const usual = choicesOf(await storedCounts(), key)
        const values = [...new Set([...usual.map(({ value }) => value), ...filters[key]])]
        const counts = await countWith(values.map((value) => ({ [key]: [value] })))
        return values.map((value, index) => ({ value, ...(counts[index] ?? noCount) }))
      },
    }
  }

  /** Without filters: as `reindex` stored it, but for the flags that each sale may change. */
  function countWhole(branchId: number, scope: CategoryScope, counts: Promise<StoredCounts>): Counter {
    return {
      choices: async (key) => choicesOf(await counts, key),
      flags: (keys) =>
        Promise.all(
          keys.map(async (key) => {
            if (facets[key].isCounted) return choicesOf(await counts, key)[0] ?? noCount
            const [live = noCount] = await count(branchId, scope, [{ ...noFilters, [key]: true }])
            return live
          }),
        ),
    }
  }

  async function count(branchId: number, scope: CategoryScope, variants: Filters[]): Promise<Count[]> {
    const cacheNameOf = (filters: Filters) => JSON.stringify([branchId, scope.categoryId, scope.subcategoryId, filters])
    const byName = new Map(variants.map((filters) => [cacheNameOf(filters), filters]))
    const products = new Map([...byName.keys()].map((name) => [name, cache.get(name)]))
    const missing = [...byName].filter(([name]) => products.get(name) === undefined)
    const counts = await countFiltered(
      db,
      branchId,
      scope,
      missing.map(([, filters]) => filters),
    )
    for (const [index, [name]] of missing.entries()) {
      const count = counts[index] ?? 0
      cache.set(name, count)
      products.set(name, count)
    }
    return variants.map((filters) => {
      const count = products.get(cacheNameOf(filters)) ?? 0
      return { products: Math.min(count, maxCounted), isCapped: count > maxCounted }
    })
  }
}

/** A facet's choices among the stored counts of a scope. */
export function choicesOf(counts: StoredCounts, key: ChoiceKey | FlagKey | 'all'): Choice[] {
  return counts
    .filter(({ facet }) => facet === key)
    .map(({ value, products }) => ({ value, products, isCapped: false }))
}
