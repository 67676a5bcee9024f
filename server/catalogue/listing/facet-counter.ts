import type { Row } from '../../database/schema.ts'
import { type CountedOffer, type CountedProduct, choiceKeys, facets, flagKeys } from './facets.ts'

/** In place of a branch: products, whether a branch offers them or not. Only `all` is counted so. */
export const everyBranch = 0

/** How many values of a facet are stored per scope, the most frequent ones. */
export const keptChoices = 100

interface ListedProduct extends CountedProduct {
  categoryId: number
  subcategoryId: number
}

export interface OfferAt extends CountedOffer {
  branchId: number
}

type Count = Row<'facet_count'>
/** How many products have each value. */
type Values = Map<string, number>
type CountsByFacet = Record<string, Values>

/**
 * Counts the products of a whole catalogue for the filters beside its listings. Most products have the same set of branches,
 * so counts are kept per set of branches and subcategory, and added up for each branch and category at the end.
 */
export function createFacetCounter() {
  const countsByScope = new Map<string, CountsByFacet>()
  return { add, rows }

  function add(product: ListedProduct, offers: OfferAt[]): void {
    const scope = `${product.categoryId} ${product.subcategoryId}`
    addTo(countedIn(countsByScope, `${everyBranch}|${scope}`), 'all', '', 1)
    if (offers.length === 0) return
    const here = countedIn(countsByScope, `${branchesOf(offers)}|${scope}`)
    addTo(here, 'all', '', 1)
    for (const key of choiceKeys) {
      const choice = facets[key].choiceOf(product)
      if (choice !== '') addTo(here, key, choice, 1)
    }
    for (const key of flagKeys) {
      const { isCounted } = facets[key]
      const countedOffers = isCounted ? offers.filter((offer) => isCounted(product, offer)) : []
      if (countedOffers.length > 0)
        addTo(countedIn(countsByScope, `${branchesOf(countedOffers)}|${scope}`), key, '1', 1)
    }
  }

  /** The most frequent values of each facet, for each branch's whole range, categories and subcategories. */
  function rows(): Count[] {
    const shared = new Map<string, CountsByFacet>()
    for (const [group, counts] of countsByScope) {
      for (const range of rangesOf(group)) addAll(countedIn(shared, range), counts)
    }
    return [...shared].flatMap(([group, counts]) => {
      const [branch, category, subcategory] = group.split(' ')
      const scope = { branch_id: Number(branch), category_id: Number(category), subcategory_id: Number(subcategory) }
      return Object.entries(counts).flatMap(([facet, values]) =>
        byFrequency(values)
          .slice(0, keptChoices)
          .map(([value, products], index) => ({ ...scope, facet, position: index + 1, value, products })),
      )
    })
  }
}

function branchesOf(offers: OfferAt[]): string {
  return offers.map(({ branchId }) => branchId).join(' ')
}

function countedIn(groups: Map<string, CountsByFacet>, group: string): CountsByFacet {
  const counts = groups.get(group) ?? {}
  groups.set(group, counts)
  return counts
}

function addTo(counts: CountsByFacet, facet: string, value: string, products: number): void {
  counts[facet] ??= new Map()
  counts[facet].set(value, (counts[facet].get(value) ?? 0) + products)
}

function addAll(counts: CountsByFacet, more: CountsByFacet): void {
  for (const [facet, values] of Object.entries(more)) {
    for (const [value, products] of values) addTo(counts, facet, value, products)
  }
}

/** Each branch's whole range, category and subcategory that a group of products belongs to. */
function rangesOf(group: string): string[] {
  const [branches = '', scope = ''] = group.split('|')
  const [category] = scope.split(' ')
  const scopes = ['0 0', `${category} 0`, scope]
  return branches
    .split(' ')
    .filter(Boolean)
    .flatMap((branch) => scopes.map((scopeKey) => `${branch} ${scopeKey}`))
}

/** The most frequent first, ties by code unit, so that the order is the same on every database. */
export function byFrequency(counts: Map<string, number>): [value: string, products: number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
