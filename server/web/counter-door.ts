import type { Request, RequestHandler } from 'express'

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
export function counterDoor(settings: CounterSettings): RequestHandler {
  const admits = admission(settings)
  const { path } = settings
  return (request, _response, next) => {
    const isAsked = isUnder(request.url, path)
    if (!isAsked && !isUnder(request.url, own)) return next()
    const isAdmitted = isAsked && admits(request)
    const rest = request.url.slice(isAsked ? path.length : own.length)
    // An address that no page has.
    const url = isAdmitted ? own + rest : `/-${request.url}`
    request.url = url
    request.originalUrl = url
    next()
  }
}

/** The same for the staff's calls: where the counter does not answer, the calls after these say that there is none. */
export function counterCallsDoor(settings: CounterSettings, calls: RequestHandler): RequestHandler {
  const admits = admission(settings)
  return (request, response, next) => (admits(request) ? calls(request, response, next) : next())
}

function admission({ isOpen, origin, mayEnter }: CounterSettings): (request: Request) => boolean {
  const host = origin === null ? null : new URL(origin).host
  return ({ headers, ip }) => isOpen && (host === null || headers.host === host) && (mayEnter?.(ip ?? '') ?? true)
}

function isUnder(url: string, path: string): boolean {
  return url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`)
}
