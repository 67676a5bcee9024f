/** Which part of the shop is listed; without a category the whole shop. */
export interface CategoryScope {
  categoryId?: number | undefined
  subcategoryId?: number | undefined
}

/** Sort orders. `relevance` is the best match first in a search, elsewhere the most sold of what needs no prescription, then
 * the most sold of what does. */
export type SortOrder = 'relevance' | 'cheapest' | 'dearest' | 'discount' | 'name'
