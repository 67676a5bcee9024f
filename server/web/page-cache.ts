import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { FinishedPage } from './finished-page.ts'

/** Bytes of all cached pages together, without their compressed forms, which take a quarter more: some 200 pages. */
const maxBytes = 16_000_000

/**
 * A page with this header may be sent to every request that looks the same; the header itself is not sent. Named after the
 * header that speaks to a cache in front of a server (W3C note "Edge Architecture Specification").
 */
export const surrogateControl = 'Surrogate-Control'

export type PageCache = ReturnType<typeof openPageCache>

/**
 * Caches finished pages that are the same for every request without cookies: most first visits, and every robot's. Emptied
 * when `state` changes: it covers the database's contents and the minute, on which such a page depends, so that no cached
 * price is outdated. Each browser gets random ids of its own.
 * @param state may fail while the database is unavailable: then the cache is not used
 */
export function openPageCache(state: () => Promise<string>) {
  const pages = new LRUCache<string, FinishedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length || 1,
  })
  let cachedState = ''
  return { find }

  /**
   * @returns the cached page, and a function that caches the one made instead; null for a request whose page is its own
   */
  async function find(request: Request) {
    if (request.method !== 'GET' || request.headers.cookie !== undefined) return null
    const now = await state().catch(() => null)
    if (now === null) return null
    if (now !== cachedState) {
      pages.clear()
      cachedState = now
    }
    const key = keyOf(request)
    const page = pages.get(key)
    return {
      page: page && { ...page, headers: [...page.headers.map(withOwnIds), hit] },
      keep(made: FinishedPage) {
        if (cachedState === now) pages.set(key, made)
      },
    }
  }
}

/** RFC 9211: lets an operator see cache hits. */
const hit: [string, string] = ['cache-status', 'page-cache; hit']

/** Replaces the random UUID of an identifying cookie, so that no two browsers share one. */
function withOwnIds([name, value]: [string, string]): [string, string] {
  if (name !== 'set-cookie') return [name, value]
  return [name, value.replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, () => randomUUID())]
}

/** All that a page's text depends on besides the shop's state. X-Forwarded-Host is present only behind a trusted proxy. */
function keyOf(request: Request): string {
  const { protocol, originalUrl } = request
  const headers = ['X-Forwarded-Host', 'Host', 'Save-Data'].map((name) => request.get(name) ?? '')
  return JSON.stringify([protocol, originalUrl, ...headers])
}
