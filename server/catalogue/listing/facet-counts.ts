import type { ListingProduct } from '../search/search.sql.ts'
import { sortByFrequency } from './catalogue-facet-counter.ts'
import {
  type ChoiceKey,
  choiceKeys,
  type Filters,
  type FlagKey,
  facetDefinitions,
  flagKeys,
  isFiltered,
  matchesFilters,
} from './facets.ts'

/** How many values a facet offers, in addition to the chosen ones. */
export const maxChoices = 5

/** How many products a filter would leave. */
export interface CappedCount {
  /** Exact, unless `isCapped`: then there are more, not counted. Left out where exact: a listing's page carries some forty counts. */
  productCount: number
  isCapped?: boolean | undefined
}

export const zeroCount: CappedCount = { productCount: 0 }

/** A choice a filter offers. */
export interface FacetChoice<Value extends string = string> extends CappedCount {
  value: Value
}

export type Facets = { [Key in ChoiceKey]: FacetChoice<Filters[Key][number]>[] } & Record<FlagKey, CappedCount> & {
    /** Those that have more choices than these, which `listFacetChoices` lists. */
    truncatedKeys: ChoiceKey[]
  }

/** Counts how many products each choice would leave, combined with the other filters. */
export interface FacetCounter {
  /**
   * The most frequent choices first. They are counted among the products that fit all other filters, so that a second brand
   * can be added to a first.
   */
  countChoices(key: ChoiceKey): Promise<FacetChoice[]>
  countFlags(keys: FlagKey[]): Promise<CappedCount[]>
}

export async function buildFacets(filters: Filters, counter: FacetCounter): Promise<Facets> {
  const [choiceLists, flagCounts] = await Promise.all([
    Promise.all(choiceKeys.map(counter.countChoices)),
    counter.countFlags(flagKeys),
  ])
  const entries = [
    ...choiceKeys.map((key, index) => [key, pickTopChoices(choiceLists[index] ?? [], filters[key])]),
    ...flagKeys.map((key, index) => [key, flagCounts[index] ?? zeroCount]),
    ['truncatedKeys', choiceKeys.filter((_, index) => (choiceLists[index] ?? []).length > maxChoices)],
  ]
  return Object.fromEntries(entries)
}

function pickTopChoices(choices: FacetChoice[], selection: readonly string[]): FacetChoice[] {
  return addSelectedChoices(choices, selection).filter(
    ({ value }, index) => index < maxChoices || selection.includes(value),
  )
}

/** Active choices stay visible, even where they match no product. */
export function addSelectedChoices(choices: FacetChoice[], selection: readonly string[]): FacetChoice[] {
  const missingValues = selection.filter((value) => !choices.some((choice) => choice.value === value))
  return [...choices, ...missingValues.map((value) => ({ value, ...zeroCount }))]
}

/**
 * Counts in memory, over all the products given.
 * @param isCapped there are more products than those given
 */
export function createInMemoryFacetCounter(
  products: ListingProduct[],
  isCapped: boolean,
  filters: Filters,
): FacetCounter {
  const capped = isCapped && { isCapped }
  const filterProducts = (overrides: Partial<Filters>) => {
    const combinedFilters = { ...filters, ...overrides }
    return isFiltered(combinedFilters)
      ? products.filter((product) => matchesFilters(product, combinedFilters))
      : products
  }
  return {
    async countChoices(key) {
      const countByValue = new Map<string, number>()
      for (const product of filterProducts({ [key]: [] })) {
        const value = facetDefinitions[key].choiceOf(product)
        if (value !== '') countByValue.set(value, (countByValue.get(value) ?? 0) + 1)
      }
      return sortByFrequency(countByValue).map(([value, count]) => ({ value, productCount: count, ...capped }))
    },
    countFlags: async (keys) =>
      keys.map((key) => ({ productCount: filterProducts({ [key]: true }).length, ...capped })),
  }
}
