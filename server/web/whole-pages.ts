import { constants, deflateRawSync } from 'node:zlib'
import type { RequestHandler } from 'express'
import { gzipOf, window } from './gapped-gzip.ts'

/** Style sheets that pages carry, compressed: every sort of page has its own. */
const mostStyles = 100

interface KnownStyles {
  raw: Buffer
  deflated: Buffer
}

/**
 * Sends a page that was made as one text in one piece too (`response.locals.sendPage`): as a stream of a Response it would go
 * through a dozen hands. Half of a page is its style sheets, the same for everybody: they are compressed once.
 */
export function wholePages(): RequestHandler {
  const styles = new Map<string, KnownStyles>()

  return (request, response, next) => {
    const end = response.end
    let page: string | undefined
    response.locals.sendPage = (html: string) => {
      page = html
    }
    response.end = ((...given: Parameters<typeof end>) => {
      response.end = end
      // An answer that brings a text of its own is another one: a fault's, after the page was made.
      if (page === undefined || given[0] !== undefined) return end.apply(response, given)
      response.vary('Accept-Encoding')
      const zipped = request.acceptsEncodings('gzip')
      if (zipped) response.setHeader('Content-Encoding', 'gzip')
      const body = zipped ? gzipPage(page) : Buffer.from(page)
      response.setHeader('Content-Length', body.length)
      return end.call(response, body, 'utf8')
    }) as typeof end
    next()
  }

  /** At once, since it takes some tenths of a millisecond: less than handing streams to other threads. */
  function gzipPage(html: string): Buffer {
    const from = html.indexOf('>', html.indexOf('<style ')) + 1
    const to = Math.max(from, html.indexOf('</style>', from))
    const style = knownStyles(html.slice(from, to))
    const before = Buffer.from(html.slice(0, from))
    const after = Buffer.from(html.slice(to))
    return gzipOf(
      [
        deflateRawSync(before, goesOn),
        style.deflated,
        deflateRawSync(after, { level: 6, dictionary: style.raw.length > 0 ? style.raw.subarray(-window) : undefined }),
      ],
      [before, style.raw, after],
    )
  }

  function knownStyles(text: string): KnownStyles {
    let known = styles.get(text)
    if (!known) {
      const raw = Buffer.from(text)
      known = { raw, deflated: deflateRawSync(raw, goesOn) }
      if (styles.size >= mostStyles) styles.clear()
      styles.set(text, known)
    }
    return known
  }
}

/** Ends on a whole byte, and says that more will follow. */
const goesOn = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }
