import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { type BodyOf, lengthOf, type PageText } from './page-text.ts'

/** Characters of all cached pages together: some 200 pages of usual length. */
const mostText = 14_000_000

interface SharedPage {
  headers: [string, string][]
  page: PageText
}

/**
 * Caches pages that are the same for every request without cookies: most first visits, and every robot's. The cache is
 * emptied when `state` changes: it covers the database's contents and the minute, on which such a page depends, so that no
 * cached price is outdated. Each response has its own headers, nonce and random ids.
 *
 * `app/kept-pages.server.ts` decides which pages (`response.locals.keepForAll`). A request with any cookie is passed on, and
 * its response never cached.
 * @param state may fail while the database is unavailable: then the cache is not used
 */
export function sharedPages(state: () => Promise<string>, bodyOf: BodyOf): RequestHandler {
  const pages = new LRUCache<string, SharedPage>({
    maxSize: mostText,
    sizeCalculation: ({ page }) => lengthOf(page),
  })
  let keptFor = ''

  return async (request, response, next) => {
    if (request.method !== 'GET' || request.headers.cookie !== undefined) return next()
    const now = await state().catch(() => null)
    if (now === null) return next()
    if (now !== keptFor) {
      pages.clear()
      keptFor = now
    }
    const address = addressOf(request)
    const shared = pages.get(address)
    if (!shared) {
      response.locals.keepForAll = (page: PageText, headers: Headers) => {
        if (keptFor === now) pages.set(address, { headers: [...headers], page })
      }
      return next()
    }

    for (const [name, value] of shared.headers) response.append(name, name === 'set-cookie' ? withOwnIds(value) : value)
    // RFC 9211: lets an operator see cache hits.
    response.setHeader('Cache-Status', 'shared-pages; hit')
    response.vary('Accept-Encoding')
    const zipped = request.acceptsEncodings('gzip')
    if (zipped) response.setHeader('Content-Encoding', 'gzip')
    const body = bodyOf(shared.page, response.locals.nonce, zipped ? 'gzip' : 'plain')
    response.setHeader('Content-Length', body.length)
    response.end(body)
  }
}

/** Replaces the random UUID of an identifying cookie, so that no two browsers share one. */
function withOwnIds(cookie: string): string {
  return cookie.replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, () => randomUUID())
}

/** The cache key: all that a page's text depends on besides the shop's state. */
function addressOf(request: Request): string {
  const { protocol, originalUrl } = request
  // X-Forwarded-Host is present only behind a trusted proxy (security.ts); pages then contain that host's name.
  const headers = ['X-Forwarded-Host', 'Host', 'Save-Data'].map((name) => request.get(name) ?? '')
  return [protocol, originalUrl, ...headers].join(' ')
}
