import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { errorPageCss, errorPages } from '../../app/texts/error-pages.ts'
import { isHost } from './request-target.ts'
import { sendStaticPage } from './static-page.ts'

/** On files, too: the first response that a browser sees decides how it asks for the next. */
export const hstsValue = 'max-age=31536000; includeSubDomains'

const disabledBrowserFeatures = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'microphone', 'payment', 'usb']

/**
 * Security headers on every answer. The policy allows only what the shop serves itself and the styles of its static pages;
 * `buildPageCsp` adds what a page of Remix's carries.
 */
export function setSecurityHeaders(isDevelopment: boolean): RequestHandler[] {
  const helmetHandler = helmet({
    // In development Vite's client needs inline scripts and a WebSocket, which the policy forbids.
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xXssProtection: false,
  })
  const permissionsPolicy = disabledBrowserFeatures.map((feature) => `${feature}=()`).join(', ')
  return [
    helmetHandler,
    (_request, response, next) => {
      response.setHeader('Permissions-Policy', permissionsPolicy)
      response.setHeader('Strict-Transport-Security', hstsValue)
      if (!isDevelopment) response.setHeader('Content-Security-Policy', defaultCsp)
      next()
    },
  ]
}

const defaultCsp = buildCsp([], [toCspHash(errorPageCss)])

/**
 * The Content-Security-Policy of a page (CSP 3): inline scripts and styles run only if their hash is named, so the policy
 * allows exactly those the server wrote, and the same page has the same policy for everyone.
 */
export function buildPageCsp(html: string): string {
  const scriptHashes: string[] = []
  const styleHashes: string[] = []
  for (const [, element, attributes = '', text = ''] of html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)) {
    // Data is not run. The framework's start is written as text and run later (app/document/deferred-scripts.tsx).
    if (/\btype="(application\/(ld\+)?json)"/.test(attributes)) continue
    ;(element === 'script' ? scriptHashes : styleHashes).push(toCspHash(text))
  }
  return buildCsp(scriptHashes, styleHashes)
}

function buildCsp(scriptHashes: string[], styleHashes: string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join(';')
}

function toCspHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/**
 * Refuses writes that another site's page makes a shopper's browser send: a foreign `Origin`, or `Sec-Fetch-Site:
 * cross-site`. Programs send neither header and pass. Remix's own check would answer a bare 500.
 */
export function rejectCrossSiteWrites(publicUrl: string | undefined): RequestHandler {
  const publicHost = publicUrl ? new URL(publicUrl).host : null
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    const { origin } = request.headers
    const isCrossSite =
      request.headers['sec-fetch-site'] === 'cross-site' ||
      (origin !== undefined && !isShopOrigin(origin, [publicHost, request.headers.host ?? null]))
    if (!isCrossSite) {
      // Checked. Remix would compare it with the request's Host, which may differ behind a proxy.
      delete request.headers.origin
      return next()
    }
    sendStaticPage(response, 403, errorPages.crossSiteForm)
  }
}

function isShopOrigin(origin: string, shopHosts: (string | null)[]): boolean {
  if (!URL.canParse(origin)) return false
  return shopHosts.includes(new URL(origin).host)
}

/**
 * Leaves of what a proxy forwards (X-Forwarded-…) only what can be read, and of anybody who is no configured proxy (TRUST_PROXY)
 * nothing. The client's address stays as it came: the proxy's, in place of one that cannot be read, might be let in.
 */
export const sanitizeForwardedHeaders: RequestHandler = ({ app, headers, socket }, _response, next) => {
  const isTrustedProxy = app.get('trust proxy fn')(socket.remoteAddress, 0)
  for (const name of Object.keys(headers)) {
    if (name === 'forwarded' || (!isTrustedProxy && name.startsWith('x-forwarded-'))) delete headers[name]
  }
  sanitizeHeader(isHost, headers, 'x-forwarded-host')
  sanitizeHeader(isHttpScheme, headers, 'x-forwarded-proto')
  next()
}

/** The first of several, which the proxy next to the client wrote. */
function sanitizeHeader(isValid: (value: string) => boolean, headers: IncomingHttpHeaders, name: string): void {
  const firstValue = String(headers[name] ?? '')
    .split(',', 1)
    .join()
    .trim()
    .toLowerCase()
  if (isValid(firstValue)) headers[name] = firstValue
  else delete headers[name]
}

function isHttpScheme(value: string): boolean {
  return value === 'http' || value === 'https'
}
