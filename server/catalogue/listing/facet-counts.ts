import type { Candidate } from '../search/search.sql.ts'
import { byFrequency } from './facet-counter.ts'
import {
  type ChoiceKey,
  choiceKeys,
  type Filters,
  type FlagKey,
  facets,
  flagKeys,
  isFiltered,
  matchesFilters,
} from './facets.ts'

/** How many values a facet offers, in addition to the chosen ones. */
export const maxChoices = 5

/** How many products a filter would leave. */
export interface Count {
  /** Exact, unless `isCapped`: then there are more, not counted. */
  products: number
  isCapped: boolean
}

export const noCount: Count = { products: 0, isCapped: false }

/** A choice a filter offers. */
export interface Choice<Value extends string = string> extends Count {
  value: Value
}

/** What the filters beside a listing offer. */
export type Facets = { [Key in ChoiceKey]: Choice<Filters[Key][number]>[] } & Record<FlagKey, Count> & {
    /** Those that have more choices than these, which `listChoices` lists. */
    withMore: ChoiceKey[]
  }

/** Counts how many products each choice would leave, combined with the other filters. */
export interface Counter {
  /**
   * The most frequent choices first. They are counted among the products that fit all other filters, so that a second brand
   * can be added to a first.
   */
  choices(key: ChoiceKey): Promise<Choice[]>
  flags(keys: FlagKey[]): Promise<Count[]>
}

export async function facetsOf(filters: Filters, counter: Counter): Promise<Facets> {
  const [lists, flags] = await Promise.all([Promise.all(choiceKeys.map(counter.choices)), counter.flags(flagKeys)])
  const counts = [
    ...choiceKeys.map((key, index) => [key, topChoices(lists[index] ?? [], filters[key])]),
    ...flagKeys.map((key, index) => [key, flags[index] ?? noCount]),
    ['withMore', choiceKeys.filter((_, index) => (lists[index] ?? []).length > maxChoices)],
  ]
  return Object.fromEntries(counts)
}

function topChoices(choices: Choice[], selection: readonly string[]): Choice[] {
  return withChosen(choices, selection).filter(({ value }, index) => index < maxChoices || selection.includes(value))
}

/** Active choices stay visible, even where they match no product. */
export function withChosen(choices: Choice[], selection: readonly string[]): Choice[] {
  const missing = selection.filter((value) => !choices.some((choice) => choice.value === value))
  return [...choices, ...missing.map((value) => ({ value, ...noCount }))]
}

/**
 * Counts in memory, over all the products given.
 * @param isCapped there are more products than those given
 */
export function createInMemoryFacetCounter(products: Candidate[], isCapped: boolean, filters: Filters): Counter {
  const matchesOf = (one: Partial<Filters>) => {
    const allFilters = { ...filters, ...one }
    return isFiltered(allFilters) ? products.filter((product) => matchesFilters(product, allFilters)) : products
  }
  return {
    async choices(key) {
      const counts = new Map<string, number>()
      for (const product of matchesOf({ [key]: [] })) {
        const value = facets[key].choiceOf(product)
        if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
      }
      return byFrequency(counts).map(([value, count]) => ({ value, products: count, isCapped }))
    },
    flags: async (keys) => keys.map((key) => ({ products: matchesOf({ [key]: true }).length, isCapped })),
  }
}
