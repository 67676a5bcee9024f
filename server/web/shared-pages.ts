import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { type BodyOf, lengthOf, type PageText } from './page-text.ts'

/** Characters of all pages together: some 200 usual ones, fewer where somebody asks for long ones. */
const mostText = 14_000_000

interface SharedPage {
  headers: [string, string][]
  page: PageText
}

/**
 * Sends pages again that are the same for everybody who comes without a cookie: most first visits, and every robot's. A page
 * is kept only while `state` says the same as before it was made: the database's contents and the minute, all that such a page
 * shows. So no price is ever older than one of a page made anew. Each answer has headers, a nonce and random ids of its own.
 *
 * Which pages, the pages say themselves (`app/kept-pages.server.ts`, `response.locals.keepForAll`). A request with any cookie is passed on,
 * and its answer never kept.
 * @param state may fail, while the database is away: then nothing is sent again or kept
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
    // RFC 9211: so that an operator can see which pages cost nothing.
    response.setHeader('Cache-Status', 'shared-pages; hit')
    response.vary('Accept-Encoding')
    const zipped = request.acceptsEncodings('gzip')
    if (zipped) response.setHeader('Content-Encoding', 'gzip')
    const body = bodyOf(shared.page, response.locals.nonce, zipped ? 'gzip' : 'plain')
    response.setHeader('Content-Length', body.length)
    response.end(body)
  }
}

/** A cookie that identifies a browser holds a random UUID: nobody gets the one that somebody else has. */
function withOwnIds(cookie: string): string {
  return cookie.replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, () => randomUUID())
}

/** All that a page's text depends on besides the shop's state. */
function addressOf(request: Request): string {
  const { protocol, originalUrl } = request
  // The first is there behind a trusted proxy alone (security.ts); its pages then bear that host's name.
  const headers = ['X-Forwarded-Host', 'Host', 'Save-Data'].map((name) => request.get(name) ?? '')
  return [protocol, originalUrl, ...headers].join(' ')
}
