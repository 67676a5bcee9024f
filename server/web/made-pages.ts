import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { lengthOf, type PageText } from './page-text.ts'

/** Characters of all cached pages together: some 300 pages of usual length. */
const mostText = 20_000_000

export type MadePages = ReturnType<typeof openMadePages>

/**
 * Caches pages by everything they are derived from, so that no hit can be outdated or another visitor's. It serves visitors
 * who are not signed in, and customers who return to a page.
 */
export function openMadePages() {
  const pages = new LRUCache<string, PageText>({ maxSize: mostText, sizeCalculation: lengthOf })

  /** @param origins everything a page's text is derived from, except its nonce */
  return function placeFor(origins: string) {
    const key = hash('sha256', origins, 'base64')
    return { page: pages.get(key), keep: (page: PageText) => void pages.set(key, page) }
  }
}
