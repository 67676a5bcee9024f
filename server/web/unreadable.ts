import type { Request, RequestHandler } from 'express'
import { webPages } from '../../app/texts/web.ts'
import { maxBytesOf } from './body-limits.ts'
import { isOurCharset } from './charset.ts'
import { drainRequest } from './refused-body.ts'

/** The pages whose forms send files, and what is said of one that is too large. The counter's door has named its own already. */
const pagesWithFiles = [
  { path: /^\/checkout\/receita-medica$/, tooLarge: webPages.fileTooLarge },
  { path: /^\/balcao\/produtos\/(importar|\d{1,9})$/, tooLarge: webPages.counterFileTooLarge },
]

/** The methods used by pages and forms. */
const methods = ['GET', 'HEAD', 'POST']

/**
 * Refuses other methods (405), a malformed URL (400), a body in another charset (415), and one that is too large (413) or
 * without a Content-Length (411), before reading the body. Node itself enforces the announced length.
 */
export const refuseUnreadable: RequestHandler = (request, response, next) => {
  if (!methods.includes(request.method)) {
    drainRequest(request)
    response.setHeader('Allow', methods.join(', '))
    response.sendStatus(405)
    return
  }
  if (
    !request.url.startsWith('/') ||
    !isReadable(request.path) ||
    asksForOldData(request) ||
    !URL.canParse(`http://${request.headers.host}`)
  ) {
    response.status(400).type('html').send(webPages.unreadable)
    return
  }
  if (!isOurCharset(request)) {
    drainRequest(request)
    response.status(415).type('html').send(webPages.otherCharset)
    return
  }
  const pagePath = request.path.replace(/\.data$/, '')
  const withFile = pagesWithFiles.find(({ path }) => path.test(pagePath))
  const most = maxBytesOf(request, withFile !== undefined)
  const hasUnknownLength = request.headers['transfer-encoding'] !== undefined
  if (!hasUnknownLength && Number(request.headers['content-length'] ?? 0) <= most) return next()
  drainRequest(request)
  const page = hasUnknownLength ? webPages.bodyOfUnknownLength : (withFile?.tooLarge ?? webPages.bodyTooLarge)
  response
    .status(hasUnknownLength ? 411 : 413)
    .type('html')
    .send(page)
}

/** Remix's data requests before `.data`: it would answer them with an empty page, and log an error for each. */
function asksForOldData({ url }: Request): boolean {
  return new URLSearchParams(url.split('?', 2)[1]).has('_data')
}

/** False for "%E0%A4%A", which is not UTF-8, and for a NUL, which PostgreSQL cannot store. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
