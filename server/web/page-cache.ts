import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { RenderedPage } from './rendered-page.ts'
import { buildRequestUrl } from './request-target.ts'
import { compressForCache } from './send-page.ts'

/** Bytes of all cached pages in all their forms: some 400 pages. The demo shop’s sitemap has 263. */
const maxCachedBytes = 12_000_000
/** As gzip and by the dictionary, made when first asked for: together a page takes so many times its bytes as zstd. */
const encodedSizeFactor = 2.4
/** Of a page's headers and its key. */
const entryOverheadBytes = 2_500

/**
 * A page with this header may be sent to every request that looks the same; the header itself is not sent. Named after the
 * header that speaks to a cache in front of a server (W3C note "Edge Architecture Specification").
 */
export const surrogateControlHeader = 'Surrogate-Control'

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Remembers finished pages that are the same for every request without cookies: most first visits, and every robot's. Whatever
 * is bought is checked again at each step, so a page may be some seconds old. Each browser gets random ids of its own.
 * @param ttlSeconds how old
 * @param getShop what each page tells of the shop: another one makes the pages anew
 */
export function createPageCache(ttlSeconds: number, getShop: () => unknown = () => null) {
  const pages = new LRUCache<string, RenderedPage>({ maxSize: maxCachedBytes, ttl: ttlSeconds * 1000 })
  const lookupCounts = { hit: 0, miss: 0 }
  let lastShop = getShop()
  return { findEntry, getLookupCounts: () => lookupCounts }

  /**
   * @returns the remembered page; else the request's headers, of which the page may be made, and a function that remembers it.
   *   Null for a request whose page is its own
   */
  function findEntry(request: Request) {
    const isSafeMethod = request.method === 'GET' || request.method === 'HEAD'
    if (!isSafeMethod || request.headers.cookie !== undefined) return null
    const headers = pickPageHeaders(request)
    const shop = getShop()
    if (shop !== lastShop) pages.clear()
    lastShop = shop
    const key = JSON.stringify([buildRequestUrl(request), headers])
    const page = pages.get(key)
    lookupCounts[page ? 'hit' : 'miss'] += 1
    return {
      headers,
      page: page && { ...page, headers: [...page.headers.map(randomiseCookieIds), cacheHitHeader] },
      store(renderedPage: RenderedPage) {
        // Made while it changed.
        if (shop !== getShop()) return
        const size = Math.ceil(compressForCache(renderedPage) * encodedSizeFactor) + entryOverheadBytes
        pages.set(key, renderedPage, { size })
      },
    }
  }
}

/** RFC 9211: lets an operator see cache hits. */
const cacheHitHeader: [string, string] = ['cache-status', 'page-cache; hit']

/** Replaces the random UUID of an identifying cookie, so that no two browsers share one. */
function randomiseCookieIds([name, value]: [string, string]): [string, string] {
  if (name !== 'set-cookie') return [name, value]
  return [name, value.replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, () => randomUUID())]
}

/** All that Remix gets of a request without cookies besides its URL. */
function pickPageHeaders({ headers }: Request): IncomingHttpHeaders {
  const saveData = headers['save-data']
  return saveData === undefined ? {} : { 'save-data': saveData }
}
