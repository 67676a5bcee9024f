import type { RequestHandler } from 'express'
import { webPages } from '../../app/texts/web.ts'
import { mostBytesOf } from './body-limits.ts'
import { discardBody } from './refused-body.ts'

const pathWithFile = '/checkout/receita-medica'

/** The methods used by pages and forms. */
const methods = ['GET', 'HEAD', 'POST']

/**
 * Refuses other methods (405), a malformed URL (400), and a body that is too large (413) or without a Content-Length (411),
 * before reading the body. Node itself enforces the announced length.
 */
export const refuseUnreadable: RequestHandler = (request, response, next) => {
  if (!methods.includes(request.method)) {
    discardBody(request)
    response.setHeader('Allow', methods.join(', '))
    response.sendStatus(405)
    return
  }
  if (!isReadable(request.path) || !URL.canParse(`http://${request.headers.host}`)) {
    response.status(400).type('html').send(webPages.unreadable(response.locals.nonce))
    return
  }
  const takesFile = request.path.replace(/\.data$/, '') === pathWithFile
  const most = mostBytesOf(request, takesFile)
  const isUntold = request.headers['transfer-encoding'] !== undefined
  if (!isUntold && Number(request.headers['content-length'] ?? 0) <= most) return next()
  discardBody(request)
  const tooLarge = takesFile ? webPages.fileTooLarge : webPages.bodyTooLarge
  const page = isUntold ? webPages.bodyOfUnknownLength : tooLarge
  response
    .status(isUntold ? 411 : 413)
    .type('html')
    .send(page(response.locals.nonce))
}

/** False for "%E0%A4%A", which is not UTF-8, and for a NUL, which PostgreSQL cannot store. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
