import type { Row } from '../../database/schema.ts'
import { type CountedOffer, type CountedProduct, choiceKeys, facetDefinitions, flagKeys } from './facets.ts'

/** Stands in place of a branch's id for counts of products that need not be offered by any branch. Only `all` is counted so. */
export const wholeCatalogueBranchId = 0

/** How many values of a facet are stored per scope, the most frequent ones. */
export const maxStoredChoices = 100

interface CategorizedProduct extends CountedProduct {
  categoryId: number
  subcategoryId: number
}

export interface CountedBranchOffer extends CountedOffer {
  branchId: number
}

type FacetCountRow = Row<'facetCount'>
/** How many products have each value. */
type CountByValue = Map<string, number>
type CountsByFacet = Record<string, CountByValue>

/**
 * Counts the products of a whole catalogue for the filters beside its listings. Most products have the same set of branches,
 * so counts are kept per set of branches and subcategory, and added up for each branch and category at the end.
 */
export function createCatalogueFacetCounter() {
  const countsByGroup = new Map<string, CountsByFacet>()
  return { addProduct, buildFacetCountRows }

  function addProduct(product: CategorizedProduct, offers: CountedBranchOffer[]): void {
    const scopeKey = `${product.categoryId} ${product.subcategoryId}`
    addCount(getOrCreateCounts(countsByGroup, `${wholeCatalogueBranchId}|${scopeKey}`), 'all', '', 1)
    if (offers.length === 0) return
    const branchCounts = getOrCreateCounts(countsByGroup, `${toBranchSetKey(offers)}|${scopeKey}`)
    addCount(branchCounts, 'all', '', 1)
    for (const key of choiceKeys) {
      const choice = facetDefinitions[key].choiceOf(product)
      if (choice !== '') addCount(branchCounts, key, choice, 1)
    }
    for (const key of flagKeys) {
      const { matchesOffer } = facetDefinitions[key]
      const countedOffers = matchesOffer ? offers.filter((offer) => matchesOffer(product, offer)) : []
      if (countedOffers.length > 0)
        addCount(getOrCreateCounts(countsByGroup, `${toBranchSetKey(countedOffers)}|${scopeKey}`), key, '1', 1)
    }
  }

  /** The most frequent values of each facet, for each branch's whole range, categories and subcategories. */
  function buildFacetCountRows(): FacetCountRow[] {
    const countsByBranchScope = new Map<string, CountsByFacet>()
    for (const [groupKey, counts] of countsByGroup) {
      for (const branchScopeKey of listBranchScopeKeys(groupKey))
        mergeCounts(getOrCreateCounts(countsByBranchScope, branchScopeKey), counts)
    }
    return [...countsByBranchScope].flatMap(([branchScopeKey, counts]) => {
      const [branchId, categoryId, subcategoryId] = branchScopeKey.split(' ')
      const scope = {
        branchId: Number(branchId),
        categoryId: Number(categoryId),
        subcategoryId: Number(subcategoryId),
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

function toBranchSetKey(offers: CountedBranchOffer[]): string {
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
function listBranchScopeKeys(groupKey: string): string[] {
  const [branchSetKey = '', subcategoryKey = ''] = groupKey.split('|')
  const [categoryId] = subcategoryKey.split(' ')
  const scopeKeys = ['0 0', `${categoryId} 0`, subcategoryKey]
  return branchSetKey
    .split(' ')
    .filter(Boolean)
    .flatMap((branchId) => scopeKeys.map((scopeKey) => `${branchId} ${scopeKey}`))
}

/** The most frequent first, ties by code unit, so that the order is the same on every database. */
export function sortByFrequency(countByValue: Map<string, number>): [value: string, productCount: number][] {
  return [...countByValue].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
