import type { RequestHandler } from 'express'
import type { BodyOf, PageText } from './page-text.ts'

/**
 * Sends a page that was made as one text in one piece too (`response.locals.sendPage`): as a stream of a Response it would go
 * through a dozen hands.
 */
export function wholePages(bodyOf: BodyOf): RequestHandler {
  return (request, response, next) => {
    const end = response.end
    let page: PageText | undefined
    response.locals.sendPage = (text: PageText) => {
      page = text
    }
    response.end = ((...given: Parameters<typeof end>) => {
      response.end = end
      // An answer that brings a text of its own is another one: a fault's, after the page was made.
      if (page === undefined || given[0] !== undefined) return end.apply(response, given)
      response.vary('Accept-Encoding')
      const zipped = request.acceptsEncodings('gzip')
      if (zipped) response.setHeader('Content-Encoding', 'gzip')
      const body = bodyOf(page, response.locals.nonce, zipped ? 'gzip' : 'plain')
      response.setHeader('Content-Length', body.length)
      return end.call(response, body, 'utf8')
    }) as typeof end
    next()
  }
}
