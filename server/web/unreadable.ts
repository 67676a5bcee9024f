import type { Request, RequestHandler } from 'express'
import { webPages } from '../../app/texts/web.ts'
import type { BackofficeGate } from './backoffice-gate.ts'
import { drainRequest, maxBytesOf } from './bodies.ts'
import { isUtf8 } from './charset.ts'

/** The methods used by pages and forms. */
const methods = ['GET', 'HEAD', 'POST']

/**
 * Refuses other methods (405), a malformed URL (400), a body in another charset (415), and one that is too large (413) or
 * without a Content-Length (411), before reading the body. Node itself enforces the announced length.
 */
export function rejectUnreadable(gate: BackofficeGate): RequestHandler {
  return (request, response, next) => {
    if (!methods.includes(request.method)) {
      drainRequest(request)
      response.setHeader('Allow', methods.join(', '))
      response.sendStatus(405)
      return
    }
    const errorResponse = errorPage(request, gate)
    if (!errorResponse) return next()
    const [status, page] = errorResponse
    drainRequest(request)
    response.status(status).type('html').send(page)
  }
}

function errorPage(request: Request, gate: BackofficeGate): [status: number, page: string] | null {
  if (!isAddress(request) || asksForOldData(request)) return [400, webPages.unreadable]
  if (!isUtf8(request)) return [415, webPages.otherCharset]
  if (request.headers['transfer-encoding'] !== undefined) return [411, webPages.bodyOfUnknownLength]
  const fileTooLarge = fileTooLargeFor(request, gate)
  const most = maxBytesOf(request, fileTooLarge !== undefined)
  return Number(request.headers['content-length'] ?? 0) > most ? [413, fileTooLarge ?? webPages.bodyTooLarge] : null
}

/** What a page whose forms send files says of one that is too large; undefined for the other pages. */
function fileTooLargeFor(request: Request, gate: BackofficeGate): string | undefined {
  const path = request.path.replace(/\.data$/, '')
  if (path === '/checkout/receita-medica') return webPages.fileTooLarge
  if (/^\/minha-conta\/pedidos\/\d{1,9}\/problema\b/.test(path)) return webPages.photosTooLarge
  const isUpload = /\/produtos\/(importar|\d{1,9})$/.test(path) && gate.isOfBackoffice(request)
  return isUpload ? webPages.counterFileTooLarge : undefined
}

/** Remix's data requests before `.data`: it would answer them with an empty page, and log an error for each. */
function asksForOldData({ url }: Request): boolean {
  return new URLSearchParams(url.split('?', 2)[1]).has('_data')
}

function isAddress({ url, path, headers }: Request): boolean {
  return url.startsWith('/') && isReadable(path) && URL.canParse(`http://${headers.host}`)
}

/** False for "%E0%A4%A", which is not UTF-8, and for a NUL, which PostgreSQL cannot store. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
