import type { Request, RequestHandler } from 'express'
import type { PagesBuild } from './remix.ts'

interface BackofficeSettings {
  isEnabled: boolean
  /** '/balcao' */
  path: string
  /** Where alone it answers; null: on the shop's own host. */
  origin: string | null
  /** Whether it answers an address; null: all. */
  isAllowedAddress: ((address: string) => boolean) | null
}

export type BackofficeGate = ReturnType<typeof createBackofficeGate>

/**
 * Decides who can reach the back office. For everybody else the router is made without its routes, so that no spelling of an address
 * leads to one: the router ignores case, decodes, resolves dots, takes `.data` off.
 */
export function createBackofficeGate({ isEnabled, path, origin, isAllowedAddress }: BackofficeSettings) {
  const backofficeHost = origin === null ? null : new URL(origin).host
  return { admits, isBackofficeRequest, adaptBackofficeRoutes }

  function admits(request: Request): boolean {
    return (
      isEnabled &&
      (backofficeHost === null || hostOf(request) === backofficeHost) &&
      (isAllowedAddress?.(request.ip ?? '') ?? true)
    )
  }

  /** Whether a request of somebody admitted is for a page of the back office. */
  function isBackofficeRequest(request: Request): boolean {
    return request.path.startsWith(`${path}/`) && admits(request)
  }

  /** The build with the back office's routes at the operator's path, or without them. */
  function adaptBackofficeRoutes(build: PagesBuild, isAdmitted: boolean): PagesBuild {
    const adaptRoutes = <Route extends { path?: string }>(routes: Record<string, Route>) =>
      Object.fromEntries(
        Object.entries(routes).flatMap(([id, route]) => {
          if (!isBackofficePath(route.path)) return [[id, route]]
          return isAdmitted
            ? [[id, { ...route, path: path.slice(1) + route.path.slice(defaultBackofficePath.length) }]]
            : []
        }),
      )
    return {
      ...build,
      routes: adaptRoutes(build.routes),
      assets: { ...build.assets, routes: adaptRoutes(build.assets.routes) },
    }
  }
}

/** The back office's path in app/routes.ts. */
const defaultBackofficePath = 'balcao'

export function isBackofficePath(path: string | undefined): path is string {
  return path === defaultBackofficePath || (path?.startsWith(`${defaultBackofficePath}/`) ?? false)
}

/** The staff's calls: where the back office is not reachable, the next router answers that there is no such call. */
export function guardStaffApi({ admits }: BackofficeGate, staffApiHandler: RequestHandler): RequestHandler {
  return (request, response, next) => (admits(request) ? staffApiHandler(request, response, next) : next())
}

/** As `URL` writes it: in small letters, without the scheme's own port. */
function hostOf({ protocol, headers }: Request): string | null {
  const url = `${protocol}://${headers.host}`
  return URL.canParse(url) ? new URL(url).host : null
}
