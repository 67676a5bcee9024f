import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { lengthOf, type PageText } from './page-text.ts'

/** Characters of all pages together: some 300 usual ones, fewer where somebody asks for long ones. */
const mostText = 20_000_000

export type MadePages = ReturnType<typeof openMadePages>

/**
 * Remembers pages by all that they were made of, so that none can ever be old or another's: what follows from the same data
 * is the same. Most who look around are nobody yet, and who is signed in goes back and forth.
 */
export function openMadePages() {
  const pages = new LRUCache<string, PageText>({ maxSize: mostText, sizeCalculation: lengthOf })

  /** @param origins all that a page's text follows from, but its nonce */
  return function placeFor(origins: string) {
    const key = hash('sha256', origins, 'base64')
    return { page: pages.get(key), keep: (page: PageText) => void pages.set(key, page) }
  }
}
