import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import { drainRequest } from '../platform/http/request-bodies.ts'

/**
 * Leads who comes by another name of the shop (www, the apex) to PUBLIC_URL, before any page or form: the bag, the session and
 * passkeys belong to one host. 308, so that a form stays one. Names of inner networks go on: probes ask by them, and proxies
 * that pass on the upstream's name instead of the visitor's.
 * @param counterOrigin where the back office answers, if not on the shop's own host
 */
export function redirectToPublicHost(publicUrl: string | undefined, counterOrigin: string | null): RequestHandler {
  const publicHost = publicUrl ? new URL(publicUrl) : null
  if (publicHost === null || isInnerHost(publicHost.hostname)) return (_request, _response, next) => next()
  const servedHosts = [publicHost.hostname, counterOrigin === null ? null : new URL(counterOrigin).hostname]
  return (request, response, next) => {
    // The former only of a trusted proxy (security.ts).
    const hostname = URL.parse(`http://${request.get('X-Forwarded-Host') || request.get('Host')}`)?.hostname ?? ''
    if (servedHosts.includes(hostname) || isInnerHost(hostname)) return next()
    drainRequest(request)
    response.redirect(308, publicHost.origin + request.originalUrl)
  }
}

function isInnerHost(hostname: string): boolean {
  return !hostname.includes('.') || isIP(hostname) > 0 || /\.(local|localhost|internal)$/.test(hostname)
}
