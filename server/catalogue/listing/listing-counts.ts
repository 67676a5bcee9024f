import type { Context } from '../../context.ts'
import { createCatalogueCache } from '../catalogue-cache.ts'
import { type ListingProduct, maxExactCount } from '../search/search.sql.ts'
import type { CategoryScope } from './category-scope.ts'
import {
  type CappedCount,
  createInMemoryFacetCounter,
  type FacetChoice,
  type FacetCounter,
  zeroCount,
} from './facet-counts.ts'
import { type ChoiceKey, type Filters, type FlagKey, facetDefinitions, noFilters } from './facets.ts'
import { countFilteredProducts, selectFacetCounts, selectFilteredProducts } from './listing.sql.ts'

type StoredCounts = Awaited<ReturnType<typeof selectFacetCounts>>

/** Null if there are more than `maxExactCount`. */
export async function listMatches(
  ctx: Context,
  branchId: number,
  scope: CategoryScope,
  filters: Filters,
): Promise<ListingProduct[] | null> {
  const [{ isCapped } = zeroCount] = await countMatches(ctx, branchId, scope, [filters])
  return isCapped ? null : selectFilteredProducts(ctx, branchId, scope, filters).execute()
}

/**
 * Counts in memory where the products are few enough; else the database counts each choice separately, up to `maxExactCount`.
 * @param matches what fits the filters, as `listMatches` returned it
 * @param maxChoiceCount how many choices are counted: the scope's most frequent ones
 */
export function createScopeFacetCounter(
  ctx: Context,
  branchId: number,
  scope: CategoryScope,
  filters: Filters,
  matches: ListingProduct[] | null,
  maxChoiceCount: number,
): FacetCounter {
  let countsPromise: ReturnType<typeof selectFacetCounts> | undefined
  const loadStoredCounts = () => {
    countsPromise ??= selectFacetCounts(ctx, branchId, scope, maxChoiceCount)
    return countsPromise
  }
  const countWithOverrides = (overridesList: Partial<Filters>[]) =>
    countMatches(
      ctx,
      branchId,
      scope,
      overridesList.map((overrides) => ({ ...filters, ...overrides })),
    )
  return {
    countFlags: matches
      ? createInMemoryFacetCounter(matches, false, filters).countFlags
      : (keys) => countWithOverrides(keys.map((key) => ({ [key]: true }))),
    async countChoices(key) {
      const otherFilters = { ...filters, [key]: [] }
      const candidateProducts =
        filters[key].length === 0 ? matches : await listMatches(ctx, branchId, scope, otherFilters)
      if (candidateProducts) return createInMemoryFacetCounter(candidateProducts, false, otherFilters).countChoices(key)
      const frequentChoices = toFacetChoices(await loadStoredCounts(), key)
      const values = [...new Set([...frequentChoices.map(({ value }) => value), ...filters[key]])]
      const counts = await countWithOverrides(values.map((value) => ({ [key]: [value] })))
      return values.map((value, index) => ({ value, ...(counts[index] ?? zeroCount) }))
    },
  }
}

/** Without filters: as `reindex` stored it, but for the flags that each sale or the clock may change. */
export function createStoredFacetCounter(
  ctx: Context,
  branchId: number,
  scope: CategoryScope,
  countsPromise: Promise<StoredCounts>,
): FacetCounter {
  return {
    countChoices: async (key) => toFacetChoices(await countsPromise, key),
    countFlags: (keys) =>
      Promise.all(
        keys.map(async (key) => {
          if (facetDefinitions[key].matchesOffer) {
            const [{ productCount } = zeroCount] = toFacetChoices(await countsPromise, key)
            return { productCount }
          }
          const [liveCount = zeroCount] = await countMatches(ctx, branchId, scope, [{ ...noFilters, [key]: true }])
          return liveCount
        }),
      ),
  }
}

async function countMatches(
  ctx: Context,
  branchId: number,
  scope: CategoryScope,
  filterVariants: Filters[],
): Promise<CappedCount[]> {
  const cacheKeyOf = (filters: Filters) => JSON.stringify([branchId, scope.categoryId, scope.subcategoryId, filters])
  const filtersByKey = new Map(filterVariants.map((filters) => [cacheKeyOf(filters), filters]))
  const countByKey = new Map(
    [...filtersByKey.keys()].map((key) => [key, ctx.memory(createCatalogueCache).listing.counts.get(key)]),
  )
  const uncachedEntries = [...filtersByKey].filter(([key]) => countByKey.get(key) === undefined)
  const counts = await countFilteredProducts(
    ctx,
    branchId,
    scope,
    uncachedEntries.map(([, filters]) => filters),
  )
  for (const [index, [key]] of uncachedEntries.entries()) {
    const count = counts[index] ?? 0
    ctx.memory(createCatalogueCache).listing.counts.set(key, count)
    countByKey.set(key, count)
  }
  return filterVariants.map((filters) => {
    const count = countByKey.get(cacheKeyOf(filters)) ?? 0
    return count > maxExactCount ? { productCount: maxExactCount, isCapped: true } : { productCount: count }
  })
}

export function toFacetChoices(counts: StoredCounts, key: ChoiceKey | FlagKey | 'all'): FacetChoice[] {
  return counts.filter(({ facet }) => facet === key).map(({ value, products }) => ({ value, productCount: products }))
}
