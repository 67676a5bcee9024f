import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { webPages } from '../../app/texts/web.ts'

const browserFeatures = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'microphone', 'payment', 'usb']

/**
 * Security headers on every answer. The policy allows only what the shop serves itself, and inline code only with the
 * request's nonce (`response.locals.nonce`).
 */
export function securityHeaders(development: boolean): RequestHandler[] {
  const headers = helmet({
    // In development Vite's client needs inline scripts and a WebSocket, which the policy forbids.
    contentSecurityPolicy: development ? false : { useDefaults: false, directives: policy },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xXssProtection: false,
  })
  const permissions = browserFeatures.map((feature) => `${feature}=()`).join(', ')
  return [
    headers,
    (_request, response, next) => {
      response.setHeader('Permissions-Policy', permissions)
      next()
    },
  ]
}

const nonceSource = (_request: unknown, response: unknown) =>
  `'nonce-${(response as { locals: { nonce: string } }).locals.nonce}'`

const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", nonceSource],
  styleSrc: ["'self'", nonceSource],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
}

/**
 * Refuses writes that another site's page makes a shopper's browser send: a foreign `Origin`, or `Sec-Fetch-Site:
 * cross-site`. Programs send neither header and pass. Remix's own check would answer a bare 500.
 */
export function refuseForeignWrites(publicUrl: string | undefined): RequestHandler {
  const publicHost = publicUrl ? new URL(publicUrl).host : null
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    const { origin } = request.headers
    const foreign =
      request.headers['sec-fetch-site'] === 'cross-site' ||
      (origin !== undefined && !isOwn(origin, [publicHost, request.headers.host ?? null]))
    if (!foreign) {
      // Checked. Remix would compare it with the request's Host, which may differ behind a proxy.
      delete request.headers.origin
      return next()
    }
    response.status(403).type('html').send(webPages.foreignForm(response.locals.nonce))
  }
}

function isOwn(origin: string, hosts: (string | null)[]): boolean {
  if (!URL.canParse(origin)) return false
  return hosts.includes(new URL(origin).host)
}

/** Forwarded headers are trusted only behind a configured proxy (TRUST_PROXY). */
export function dropForwardedHeaders(trustProxy: number | string | false): RequestHandler {
  return (request, _response, next) => {
    if (trustProxy === false) {
      for (const name of Object.keys(request.headers)) {
        if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete request.headers[name]
      }
    }
    next()
  }
}
