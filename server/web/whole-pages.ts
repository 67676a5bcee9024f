import { constants, deflateRawSync } from 'node:zlib'
import type { RequestHandler } from 'express'
import { gzipOf, window } from './gapped-gzip.ts'

/** Style sheets that pages carry, compressed: every sort of page has its own. */
const mostStyles = 100

/** A page's text. Its style sheets stand apart, since many pages have the same. */
export interface PageText {
  before: string
  styles: string
  after: string
}

/** The whole of it. */
export function joinPage({ before, styles, after }: PageText): string {
  return before + styles + after
}

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
      const body = zipped ? gzipPage(page) : Buffer.from(joinPage(page))
      response.setHeader('Content-Length', body.length)
      return end.call(response, body, 'utf8')
    }) as typeof end
    next()
  }

  /** At once, since it takes some tenths of a millisecond: less than handing streams to other threads. */
  function gzipPage(page: PageText): Buffer {
    const styles = knownStyles(page.styles)
    const before = Buffer.from(page.before)
    const after = Buffer.from(page.after)
    const dictionary = styles.raw.length > 0 ? styles.raw.subarray(-window) : undefined
    return gzipOf(
      [deflateRawSync(before, goesOn), styles.deflated, deflateRawSync(after, { level: 6, dictionary })],
      [before, styles.raw, after],
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
