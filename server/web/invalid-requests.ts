import type { Request, RequestHandler } from 'express'
import { errorPages } from '../../app/texts/error-pages.ts'
import { hasUtf8Body } from '../platform/http/charset.ts'
import { drainRequest, getMaxBodyBytes } from '../platform/http/request-bodies.ts'
import type { BackofficeGate } from './backoffice-gate.ts'
import { sendStaticPage } from './static-page.ts'

/** The methods used by pages and forms. */
const allowedMethods = ['GET', 'HEAD', 'POST']

/**
 * Refuses other methods (405), a malformed URL (400), a body in another charset (415), and one that is too large (413) or
 * without a Content-Length (411), before reading the body. Node itself enforces the announced length.
 */
export function rejectInvalidRequests(backofficeGate: BackofficeGate): RequestHandler {
  return (request, response, next) => {
    if (!allowedMethods.includes(request.method)) {
      drainRequest(request)
      response.setHeader('Allow', allowedMethods.join(', '))
      response.sendStatus(405)
      return
    }
    const errorPage = findErrorPage(request, backofficeGate)
    if (!errorPage) return next()
    const [status, page] = errorPage
    drainRequest(request)
    sendStaticPage(response, status, page)
  }
}

function findErrorPage(request: Request, backofficeGate: BackofficeGate): [status: number, page: string] | null {
  if (!hasValidUrl(request) || isLegacyDataRequest(request)) return [400, errorPages.invalidUrl]
  if (!hasUtf8Body(request)) return [415, errorPages.unsupportedCharset]
  if (request.headers['transfer-encoding'] !== undefined) return [411, errorPages.missingContentLength]
  const fileTooLargePage = findFileTooLargePage(request, backofficeGate)
  const maxBytes = getMaxBodyBytes(request, fileTooLargePage !== undefined)
  return Number(request.headers['content-length'] ?? 0) > maxBytes
    ? [413, fileTooLargePage ?? errorPages.bodyTooLarge]
    : null
}

/** The error page for a file that is too large, of a page whose forms send files; undefined for other pages. */
function findFileTooLargePage(request: Request, backofficeGate: BackofficeGate): string | undefined {
  const path = request.path.replace(/\.data$/, '')
  if (path === '/checkout/receita-medica') return errorPages.fileTooLarge
  if (/^\/minha-conta\/pedidos\/\d{1,9}\/problema\b/.test(path)) return errorPages.photosTooLarge
  const isBackofficeUpload =
    /\/(loja|vitrine|produtos\/(importar(\/caixa)?|tetos|\d{1,9}))$/.test(path) &&
    backofficeGate.isBackofficeRequest(request)
  return isBackofficeUpload ? errorPages.backofficeFileTooLarge : undefined
}

/** Remix's data requests before `.data`: it would answer them with an empty page, and log an error for each. */
function isLegacyDataRequest({ url }: Request): boolean {
  return new URLSearchParams(url.split('?', 2)[1]).has('_data')
}

function hasValidUrl({ url, path, headers }: Request): boolean {
  return url.startsWith('/') && isDecodable(path) && URL.canParse(`http://${headers.host}`)
}

/** False for "%E0%A4%A", which is not UTF-8, and for a NUL, which PostgreSQL cannot store. */
function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
