import type { ProductKind } from '../../database/schema.ts'
import type { Candidate } from '../search/search.sql.ts'
import { byFrequency } from './facet-counter.ts'
import { type Filters, isFiltered } from './filters.ts'

/** How many brands and active ingredients a listing offers as filters, in addition to the chosen ones. */
export const maxChoices = 5

/** How many products a filter would leave. */
export interface Count {
  /** Exact, unless `isCapped`: then there are more, not counted. */
  products: number
  isCapped: boolean
}

/** A choice a filter offers. */
export interface Choice<Value extends string = string> extends Count {
  value: Value
}

/** What the filters beside a listing offer. */
export interface Facets {
  brands: Choice[]
  ingredients: Choice[]
  kinds: Choice<ProductKind>[]
  /** Whether there are more than these, which `listChoices` lists. */
  moreBrands: boolean
  moreIngredients: boolean
  inStock: Count
  onOffer: Count
  withoutPrescription: Count
}

/** The filters that offer values. */
export type ChoiceFilter = 'brands' | 'ingredients' | 'kinds'

/** Counts how many products each choice would leave, combined with the other filters. */
export interface Counter {
  /**
   * The most frequent choices first. They are counted among the products that fit all other filters, so that a second brand
   * can be added to a first.
   */
  choices(filter: ChoiceFilter): Promise<Choice[]>
  count(ones: Partial<Filters>[]): Promise<Count[]>
}

export async function facetsOf(filters: Filters, { choices, count }: Counter): Promise<Facets> {
  const [brands, ingredients, kinds, flags] = await Promise.all([
    choices('brands'),
    choices('ingredients'),
    choices('kinds'),
    count([{ inStock: true }, { onOffer: true }, { withoutPrescription: true }]),
  ])
  const [inStock, onOffer, withoutPrescription] = flags as [Count, Count, Count]
  return {
    brands: topChoices(brands, filters.brands),
    ingredients: topChoices(ingredients, filters.ingredients),
    kinds: withChosen(kinds, filters.kinds) as Choice<ProductKind>[],
    moreBrands: brands.length > maxChoices,
    moreIngredients: ingredients.length > maxChoices,
    inStock,
    onOffer,
    withoutPrescription,
  }
}

function topChoices(choices: Choice[], selection: readonly string[]): Choice[] {
  return withChosen(choices, selection).filter(({ value }, index) => index < maxChoices || selection.includes(value))
}

/** Active choices stay visible, even where they match no product. */
export function withChosen(choices: Choice[], selection: readonly string[]): Choice[] {
  const missing = selection.filter((value) => !choices.some((choice) => choice.value === value))
  return [...choices, ...missing.map((value) => ({ value, products: 0, isCapped: false }))]
}

/** The same rules as the conditions of listing.sql.ts. */
export function matchesFilters(product: Candidate, filters: Filters): boolean {
  const { brands, ingredients, kinds, fromCents, toCents, inStock, onOffer, withoutPrescription } = filters
  return (
    (brands.length === 0 || brands.includes(product.brand)) &&
    (ingredients.length === 0 || ingredients.includes(product.activeIngredient)) &&
    (kinds.length === 0 || kinds.includes(product.kind)) &&
    (fromCents === null || product.priceCents >= fromCents) &&
    (toCents === null || product.priceCents <= toCents) &&
    (!inStock || product.outOfStock === 0) &&
    (!onOffer || product.discountPercent > 0) &&
    (!withoutPrescription || product.requiresPrescription === 0)
  )
}

const choiceOf: Record<ChoiceFilter, (product: Candidate) => string> = {
  brands: ({ brand }) => brand,
  ingredients: ({ activeIngredient }) => activeIngredient,
  kinds: ({ kind }) => kind,
}

/**
 * Counts in memory, over all the products given.
 * @param isCapped there are more products than those given
 */
export function countAmong(products: Candidate[], isCapped: boolean, filters: Filters): Counter {
  const fitting = (one: Partial<Filters>) => {
    const combined = { ...filters, ...one }
    return isFiltered(combined) ? products.filter((product) => matchesFilters(product, combined)) : products
  }
  return {
    async choices(filter) {
      const counts = new Map<string, number>()
      for (const product of fitting({ [filter]: [] })) {
        const value = choiceOf[filter](product)
        if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
      }
      return byFrequency(counts).map(([value, count]) => ({ value, products: count, isCapped }))
    },
    count: async (ones) => ones.map((one) => ({ products: fitting(one).length, isCapped })),
  }
}
