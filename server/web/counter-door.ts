import type { RequestHandler } from 'express'

interface CounterSettings {
  isOpen: boolean
  /** '/balcao' */
  path: string
  /** Where alone it answers; null: on the shop's own host. */
  origin: string | null
  /** Whether it answers an address; null: all. */
  mayEnter: ((address: string) => boolean) | null
}

/** The counter's address within the app (app/routes.ts). */
const own = '/balcao'

/**
 * Lets requests for the counter through to its pages, under the address that the operator gave it; for everybody else there is
 * no such page.
 */
export function counterDoor({ isOpen, path, origin, mayEnter }: CounterSettings): RequestHandler {
  const host = origin === null ? null : new URL(origin).host
  return (request, _response, next) => {
    const isAsked = isUnder(request.url, path)
    if (!isAsked && !isUnder(request.url, own)) return next()
    const isHere = host === null || request.headers.host === host
    const isAdmitted = isOpen && isAsked && isHere && (mayEnter?.(request.ip ?? '') ?? true)
    const rest = request.url.slice(isAsked ? path.length : own.length)
    // An address that no page has.
    const url = isAdmitted ? own + rest : `/-${request.url}`
    request.url = url
    request.originalUrl = url
    next()
  }
}

function isUnder(url: string, path: string): boolean {
  return url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`)
}
