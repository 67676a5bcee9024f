import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { compressAround, type GappedText } from './gapped-gzip.ts'
import { joinPage, type PageText } from './whole-pages.ts'

/** Some 100 kB each. */
const mostPages = 200

interface SharedPage {
  headers: [string, string][]
  /** As it was made, for whom: compressed when it is first sent again, since most never are. */
  made: { page: PageText; nonce: string } | GappedText
}

/**
 * Sends pages again that are the same for everybody who comes without a cookie: most first visits, and every robot's. A page
 * is kept only while `state` says the same as before it was made: the database's contents and the minute, all that such a page
 * shows. So no price is ever older than one of a page made anew. Each answer has headers, a nonce and random ids of its own.
 *
 * Which pages, the pages say themselves (`sameForAll`, `response.locals.keepForAll`). A request with any cookie is passed on,
 * and its answer never kept.
 * @param state may fail, while the database is away: then nothing is sent again or kept
 */
export function sharedPages(state: () => Promise<string>): RequestHandler {
  let pages = new Map<string, SharedPage>()
  let keptFor = ''

  return async (request, response, next) => {
    if (request.method !== 'GET' || request.headers.cookie !== undefined) return next()
    const now = await state().catch(() => null)
    if (now === null) return next()
    if (now !== keptFor) {
      pages = new Map()
      keptFor = now
    }
    const address = addressOf(request)
    const page = pages.get(address)
    if (!page) {
      response.locals.keepForAll = (page: PageText, headers: Headers) => {
        if (keptFor === now) keep(address, { headers: [...headers], made: { page, nonce: response.locals.nonce } })
      }
      return next()
    }

    const { headers, made } = page
    const text = 'page' in made ? compressAround(joinPage(made.page), made.nonce) : made
    keep(address, { headers, made: text })
    for (const [name, value] of headers) response.append(name, name === 'set-cookie' ? withOwnIds(value) : value)
    // RFC 9211: so that an operator can see which pages cost nothing.
    response.setHeader('Cache-Status', 'shared-pages; hit')
    response.vary('Accept-Encoding')
    const zipped = request.acceptsEncodings('gzip')
    if (zipped) response.setHeader('Content-Encoding', 'gzip')
    const body = text[zipped ? 'gzip' : 'plain'](response.locals.nonce)
    response.setHeader('Content-Length', body.length)
    response.end(body)
  }

  /** The last one sent stands last; the one not sent for longest goes. */
  function keep(address: string, page: SharedPage): void {
    pages.delete(address)
    pages.set(address, page)
    const [oldest] = pages.keys()
    if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
  }
}

/** A cookie that identifies a browser holds a random UUID: nobody gets the one that somebody else has. */
function withOwnIds(cookie: string): string {
  return cookie.replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, () => randomUUID())
}

/** All that a page's text depends on besides the shop's state. */
function addressOf(request: Request): string {
  const { protocol, originalUrl } = request
  return [protocol, request.get('Host'), originalUrl, request.get('Save-Data') ?? ''].join(' ')
}
