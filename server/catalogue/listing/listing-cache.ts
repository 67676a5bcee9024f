import { createTtlCache } from '../../platform/ttl-cache.ts'
import type { ListingProduct } from '../search/search.sql.ts'
import type { Facets } from './facet-counts.ts'

/** What a branch has for a search's terms. */
export interface SearchResult {
  /** Best first; `maxResults` at most. */
  products: ListingProduct[]
  /** There are more than `maxResults`. */
  isCapped: boolean
  /** What the filters beside them offer as long as none is chosen. */
  facets: Facets
}

/**
 * What costs more the more products there are: which products a page has, how many match a filter, what a branch has for a
 * search. So a listing's order and counts may be some seconds old; prices and stock of the products on it are read each time.
 * @param maxAgeSeconds how old; 0: nothing is remembered
 */
export function createListingCache(maxAgeSeconds: number) {
  return {
    pageIds: createTtlCache<Promise<number[]>>(2000, maxAgeSeconds),
    counts: createTtlCache<number>(5000, maxAgeSeconds),
    // Some 150 kB each.
    searchResults: createTtlCache<Promise<SearchResult>>(100, maxAgeSeconds),
  }
}
