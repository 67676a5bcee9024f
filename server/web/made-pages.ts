import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PageText } from './page-text.ts'

/** Some 100 kB each. */
const mostPages = 300

export type MadePages = ReturnType<typeof openMadePages>

/**
 * Remembers pages by all that they were made of, so that none can ever be old or another's: what follows from the same data
 * is the same. Most who look around are nobody yet, and who is signed in goes back and forth.
 */
export function openMadePages() {
  const pages = new LRUCache<string, PageText>({ max: mostPages })

  /** @param data everything a page's text follows from, but its nonce */
  return function placeFor(data: string) {
    const key = hash('sha256', data, 'base64')
    return { page: pages.get(key), keep: (page: PageText) => void pages.set(key, page) }
  }
}
