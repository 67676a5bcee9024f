import type { Row } from '../../database/schema.ts'
import { type CountedOffer, type CountedProduct, choiceKeys, facets, flagKeys } from './facets.ts'

/** In place of a branch: products, whether a branch offers them or not. Only `all` is counted so. */
export const everyBranchId = 0

/** How many values of a facet are stored per scope, the most frequent ones. */
export const maxStoredChoices = 100

interface ListedProduct extends CountedProduct {
  categoryId: number
  subcategoryId: number
}

export interface BranchOffer extends CountedOffer {
  branchId: number
}

type FacetCountRow = Row<'facet_count'>
/** How many products have each value. */
type CountByValue = Map<string, number>
type CountsByFacet = Record<string, CountByValue>

/**
 * Counts the products of a whole catalogue for the filters beside its listings. Most products have the same set of branches,
 * so counts are kept per set of branches and subcategory, and added up for each branch and category at the end.
 */
export function createCatalogueFacetCounter() {
  const countsByScope = new Map<string, CountsByFacet>()
  return { add, buildRows }

  function add(product: ListedProduct, offers: BranchOffer[]): void {
    const scopeKey = `${product.categoryId} ${product.subcategoryId}`
    addCount(getOrCreateCounts(countsByScope, `${everyBranchId}|${scopeKey}`), 'all', '', 1)
    if (offers.length === 0) return
    const branchCounts = getOrCreateCounts(countsByScope, `${toBranchKey(offers)}|${scopeKey}`)
    addCount(branchCounts, 'all', '', 1)
    for (const key of choiceKeys) {
      const choice = facets[key].choiceOf(product)
      if (choice !== '') addCount(branchCounts, key, choice, 1)
    }
    for (const key of flagKeys) {
      const { matchesOffer } = facets[key]
      const countedOffers = matchesOffer ? offers.filter((offer) => matchesOffer(product, offer)) : []
      if (countedOffers.length > 0)
        addCount(getOrCreateCounts(countsByScope, `${toBranchKey(countedOffers)}|${scopeKey}`), key, '1', 1)
    }
  }

  /** The most frequent values of each facet, for each branch's whole range, categories and subcategories. */
  function buildRows(): FacetCountRow[] {
    const countsByRange = new Map<string, CountsByFacet>()
    for (const [groupKey, counts] of countsByScope) {
      for (const rangeKey of listRangeKeys(groupKey)) mergeCounts(getOrCreateCounts(countsByRange, rangeKey), counts)
    }
    return [...countsByRange].flatMap(([rangeKey, counts]) => {
      const [branchId, categoryId, subcategoryId] = rangeKey.split(' ')
      const scope = {
        branch_id: Number(branchId),
        category_id: Number(categoryId),
        subcategory_id: Number(subcategoryId),
      }
      return Object.entries(counts).flatMap(([facet, countByValue]) =>
        sortByFrequency(countByValue)
          .slice(0, maxStoredChoices)
          .map(([value, productCount], index) => ({
            ...scope,
            facet,
            position: index + 1,
            value,
            products: productCount,
          })),
      )
    })
  }
}

function toBranchKey(offers: BranchOffer[]): string {
  return offers.map(({ branchId }) => branchId).join(' ')
}

function getOrCreateCounts(countsByGroup: Map<string, CountsByFacet>, groupKey: string): CountsByFacet {
  const counts = countsByGroup.get(groupKey) ?? {}
  countsByGroup.set(groupKey, counts)
  return counts
}

function addCount(counts: CountsByFacet, facet: string, value: string, productCount: number): void {
  counts[facet] ??= new Map()
  counts[facet].set(value, (counts[facet].get(value) ?? 0) + productCount)
}

function mergeCounts(counts: CountsByFacet, addedCounts: CountsByFacet): void {
  for (const [facet, countByValue] of Object.entries(addedCounts)) {
    for (const [value, productCount] of countByValue) addCount(counts, facet, value, productCount)
  }
}

/** Each branch's whole range, category and subcategory that a group of products belongs to. */
function listRangeKeys(groupKey: string): string[] {
  const [branchKey = '', subcategoryKey = ''] = groupKey.split('|')
  const [categoryId] = subcategoryKey.split(' ')
  const scopes = ['0 0', `${categoryId} 0`, subcategoryKey]
  return branchKey
    .split(' ')
    .filter(Boolean)
    .flatMap((branchId) => scopes.map((scopeKey) => `${branchId} ${scopeKey}`))
}

/** The most frequent first, ties by code unit, so that the order is the same on every database. */
export function sortByFrequency(counts: Map<string, number>): [value: string, products: number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
