import type { RequestHandler } from 'express'
import type { BodyOf, PageText } from './page-text.ts'

/**
 * Sends a rendered page as one buffer (`response.locals.sendPage`), bypassing the Response's body, whose web stream would
 * pass through many layers.
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
      // A response with its own body is a different one: an error after the page was rendered.
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
