import type { ActionFunction, LoaderFunction } from '@remix-run/node'
import { refusals } from '../../app/texts/refusals.ts'
import { webPages } from '../../app/texts/web.ts'
import { retryAfterSeconds } from '../api/error-responses.ts'
import { isUnavailable } from '../database/failures.ts'
import type { PagesBuild, Remix } from './remix.ts'

const init = { status: 503, headers: { 'Retry-After': String(retryAfterSeconds) } }

/**
 * Remix's build, with every loader and action answering 503 with the shop's sentence while the database is unavailable or
 * its disk full. Remix alone would answer 500, and a route without a page with a line of English.
 */
export function answerUnavailable(build: PagesBuild): PagesBuild {
  const { data } = build.entry.module
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action, default: page } = route.module
    const module = { ...route.module, loader: guarded(loader, page, data), action: guarded(action, page, data) }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function guarded<Handler extends LoaderFunction | ActionFunction>(
  handler: Handler | undefined,
  page: unknown,
  data: Remix['data'],
) {
  if (!handler) return undefined
  const guard: LoaderFunction = async (args) => {
    try {
      return await handler(args)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const { logger, requestId } = args.context
      logger.error({ id: requestId, err: error }, 'page failed')
      if (page) throw data({ message: refusals['shop.unavailable']() }, init)
      const headers = { ...init.headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
      throw new Response(webPages.unavailable, { ...init, headers })
    }
  }
  return guard
}
