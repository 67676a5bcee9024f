import type { ProductKind } from '../database/schema.ts'
import type { Candidate } from './search.sql.ts'

/** Where to look; without a category in the whole shop. */
export interface Place {
  categoryId?: number | undefined
  subcategoryId?: number | undefined
}

/** What stands first: best answer and most sold, cheapest, dearest, biggest discount, by name. */
export type Order = 'relevance' | 'cheapest' | 'dearest' | 'discount' | 'name'

/** What a shopper leaves out of a listing; empty lists and null leave nothing out. */
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
  const chosen = brands.length + ingredients.length + kinds.length
  return chosen > 0 || fromCents !== null || toCents !== null || inStock || onOffer || withoutPrescription
}

/** The same rules as the conditions of listing.sql.ts. */
export function fits(product: Candidate, filters: Filters): boolean {
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
