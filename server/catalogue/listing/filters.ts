import type { ProductKind } from '../../database/schema.ts'

/** Which part of the shop is listed; without a category the whole shop. */
export interface Place {
  categoryId?: number | undefined
  subcategoryId?: number | undefined
}

/** Sort orders. `relevance` is the best match first in a search, elsewhere the most sold of what needs no prescription, then
 * the most sold of what does. */
export type Order = 'relevance' | 'cheapest' | 'dearest' | 'discount' | 'name'

/** A listing's filters; empty lists and null do not filter. */
export interface Filters {
  brands: readonly string[]
  ingredients: readonly string[]
  kinds: readonly ProductKind[]
  fromCents: number | null
  toCents: number | null
  inStock: boolean
  onOffer: boolean
  withoutPrescription: boolean
}

export const noFilters: Filters = {
  brands: [],
  ingredients: [],
  kinds: [],
  fromCents: null,
  toCents: null,
  inStock: false,
  onOffer: false,
  withoutPrescription: false,
}

export function isFiltered(filters: Filters): boolean {
  const { brands, ingredients, kinds, fromCents, toCents, inStock, onOffer, withoutPrescription } = filters
  const values = brands.length + ingredients.length + kinds.length
  return values > 0 || fromCents !== null || toCents !== null || inStock || onOffer || withoutPrescription
}
