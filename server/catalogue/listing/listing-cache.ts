import { LRUCache } from 'lru-cache'
import type { Candidate } from '../search/search.sql.ts'
import type { Versioned } from '../versioned.ts'
import type { Facets } from './facets.ts'

export type ListingCache = Awaited<ReturnType<ReturnType<typeof openListingCache>>>

/** What a branch has for a search's terms. */
export interface FoundInBranch {
  /** Best first; `maxSearched` at most. */
  products: Candidate[]
  /** There are more than `maxSearched`. */
  isCapped: boolean
  /** What the filters beside them offer as long as none is chosen. */
  facets: Facets
}

/** Some 80 kB each; pages and counts have some hundred bytes. */
const maxSearches = 100

/**
 * What costs more the more products there are: which products a page has, how many fit a filter, what a branch has for a
 * search. Cached until a price, the stock as shown, a sale or the catalogue changes.
 * @param listed see `openListedVersions`
 */
export function openListingCache(listed: Versioned) {
  return listed(async () => ({
    pages: new LRUCache<string, number[]>({ max: 2000 }),
    counts: new LRUCache<string, number>({ max: 5000 }),
    searches: new LRUCache<string, FoundInBranch>({ max: maxSearches }),
  }))
}

/** The cached value, or a new one, which is cached from now on. */
export async function recall<Value extends object>(
  cache: LRUCache<string, Value>,
  key: unknown[],
  load: () => Promise<Value>,
): Promise<Value> {
  const name = JSON.stringify(key)
  const kept = cache.get(name)
  if (kept) return kept
  const value = await load()
  cache.set(name, value)
  return value
}
