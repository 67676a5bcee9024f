import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'

/**
 * Takes a request for a whole URL (`GET http://shop.example/cep HTTP/1.1`), which programs send to a proxy, as one for its
 * path: a server must accept it, and the URL's host counts instead of the header's (RFC 9112, section 3.2.2). What is neither a
 * path nor such a URL becomes `*`, and is refused (invalid-requests.ts), and so is a request with two hosts, or with one that holds
 * more than a name and a port: pages' URLs are made of it, and `Host: shop.example/cep?` would change the path. Called before Express, which would take the host for a part
 * of each path.
 */
export function normalizeRequestTarget(request: IncomingMessage): void {
  const target = request.url ?? ''
  if (!hasValidHost(request) || (!target.startsWith('/') && !isAbsoluteUrl(target))) {
    request.url = '*'
    return
  }
  if (target.startsWith('/')) return
  const { host, pathname, search } = new URL(target)
  request.headers.host = host
  request.url = pathname + search
}

function hasValidHost({ headersDistinct, headers: { host } }: IncomingMessage): boolean {
  const hasSingleHost = (headersDistinct.host ?? []).length <= 1
  return hasSingleHost && (!host || isHost(host))
}

/** Whether this is a name or an address, with or without a port. */
export function isHost(text: string): boolean {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i.test(text) && URL.canParse(`http://${text}`)
}

function isAbsoluteUrl(target: string): boolean {
  return /^https?:/i.test(target) && URL.canParse(target)
}

/**
 * The URL of the page that is asked for. A NUL in its query, which PostgreSQL cannot store or compare, becomes what it is in HTML, U+FFFD.
 * X-Forwarded-Host is present only where a trusted proxy sent a readable one (security.ts).
 */
export function buildRequestUrl(request: Request): string {
  const host = request.get('X-Forwarded-Host') || request.get('Host') || 'localhost'
  return `${request.protocol}://${host}${request.originalUrl.replaceAll('%00', '%EF%BF%BD')}`
}
