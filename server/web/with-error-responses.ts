import type { ActionFunction, LoaderFunction } from '@remix-run/node'
import { errorPages } from '../../app/texts/error-pages.ts'
import { refusals } from '../../app/texts/refusals.ts'
import { databaseRetryAfterSeconds } from '../api/error-responses.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import type { PagesBuild, Remix } from './remix.ts'

const unavailableResponseInit = { status: 503, headers: { 'Retry-After': String(databaseRetryAfterSeconds) } }

/**
 * Wraps the loaders and actions of Remix's build so that their errors become responses a browser can show. While the database is unavailable or its disk full
 * they answer 503 with the shop's message, where Remix alone would answer 500. A route without a page (a photo, a file)
 * answers a refusal with its message, status and headers, where Remix would send JSON and drop the headers.
 */
export function withErrorResponses(build: PagesBuild): PagesBuild {
  const { data } = build.entry.module
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action, default: pageComponent } = route.module
    const module = {
      ...route.module,
      loader: withErrorHandling(loader, pageComponent, data),
      action: withErrorHandling(action, pageComponent, data),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

type ThrownData = ReturnType<Remix['data']>

function withErrorHandling<Handler extends LoaderFunction | ActionFunction>(
  handler: Handler | undefined,
  pageComponent: unknown,
  data: Remix['data'],
) {
  if (!handler) return undefined
  const wrappedHandler: LoaderFunction = async (args) => {
    try {
      return await handler(args)
    } catch (error) {
      const thrownValue = isDatabaseUnavailable(error) ? logAndBuildUnavailableData(error, args, data) : error
      throw pageComponent ? thrownValue : toHtmlResponse(thrownValue)
    }
  }
  return wrappedHandler
}

function logAndBuildUnavailableData(
  error: unknown,
  { context }: Parameters<LoaderFunction>[0],
  data: Remix['data'],
): ThrownData {
  context.logger.error({ id: context.requestId, err: error }, 'page failed')
  return data({ message: refusals['shop.unavailable']() }, unavailableResponseInit)
}

function toHtmlResponse(error: unknown): unknown {
  if (!isThrownData(error)) return error
  const { data, init } = error
  const message = (data as { message?: string } | null)?.message
  const headers = new Headers(init?.headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  const status = init?.status ?? 200
  return new Response(errorPages.renderErrorPage(status, message), { ...init, status, headers })
}

/** Remix exports no class to compare with. */
function isThrownData(error: unknown): error is ThrownData {
  return (error as Partial<ThrownData> | null)?.type === 'DataWithResponseInit'
}
