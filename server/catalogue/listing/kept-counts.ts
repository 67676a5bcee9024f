import { LRUCache } from 'lru-cache'
import { maxFound } from '../search/search.sql.ts'
import type { Change } from './changes.ts'
import type { Filters, Place } from './filters.ts'

export type KeptCounts = ReturnType<ReturnType<typeof openKeptCounts>['at']>

/** What is counted: the products of a branch and a place that fit filters. */
export interface Counted {
  branchId: number
  place: Place
  filters: Filters
}

/**
 * How far beyond `maxFound` products are counted: a count that came so far is still above it after as many changes, whichever
 * they were.
 */
export const countedBeyond = 100

interface Kept {
  /** Exact up to `maxFound`; above it there are at least so many. */
  products: number
  /** How many changes had happened at least when it was counted. */
  at: number
}

/**
 * Counts of products, kept while nothing changes but offers. A change can concern only counts whose place, brand and so on are
 * the product's: each may by then be one more or one less, so it is counted again, unless it is above `maxFound` anyhow.
 * @param changes grows
 */
export function openKeptCounts(changes: readonly Change[]) {
  const kept = new LRUCache<string, Kept>({ max: 5000 })
  return {
    /** @param now the number of changes whose effects a count has to show */
    at: (now: number) => ({
      /** Above `maxFound`, how many there are is not known. */
      find(name: string, counted: Counted): number | undefined {
        const count = kept.get(name)
        if (count === undefined) return undefined
        const concerned = changes.slice(count.at, now).filter((change) => mayConcern(change, counted)).length
        const products = count.products - concerned
        if (concerned > 0 && products <= maxFound) return undefined
        if (count.at < now) kept.set(name, { products, at: now })
        return products
      },
      keep(name: string, products: number): void {
        // Meanwhile somebody may have counted who knew of more changes.
        if ((kept.peek(name)?.at ?? 0) <= now) kept.set(name, { products, at: now })
      },
    }),
  }
}

/** Whether the product can be among those counted, at some price and with some stock. */
function mayConcern(change: Change, { branchId, place, filters }: Counted): boolean {
  const { brands, ingredients, kinds, withoutPrescription } = filters
  return (
    !change.isSale &&
    change.branchId === branchId &&
    (place.categoryId === undefined || place.categoryId === change.category_id) &&
    (place.subcategoryId === undefined || place.subcategoryId === change.subcategory_id) &&
    (brands.length === 0 || brands.includes(change.brand)) &&
    (ingredients.length === 0 || ingredients.includes(change.active_ingredient)) &&
    (kinds.length === 0 || kinds.includes(change.kind)) &&
    (!withoutPrescription || change.requires_prescription === 0)
  )
}
