import type { IncomingHttpHeaders } from 'node:http'
import type { AppLoadContext, RequestHandler as RemixHandler } from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import { errorPages } from '../../app/texts/error-pages.ts'
import type { BackofficeGate } from './backoffice-gate.ts'
import type { CompressionDictionary } from './compression-dictionary.ts'
import { type PageCache, surrogateControlHeader } from './page-cache.ts'
import type { PagesBuild, Remix } from './remix.ts'
import { toRenderedPage } from './rendered-page.ts'
import { buildRequestUrl } from './request-target.ts'
import { createRouteGroupSelector } from './route-groups.ts'
import { sendPage } from './send-page.ts'
import { streamResponse } from './stream-response.ts'
import { withErrorResponses } from './with-error-responses.ts'
import { withFormOwnershipCheck } from './with-form-ownership-check.ts'

interface Options {
  selectHandler: SelectBuildHandler
  createLoadContext: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext
  backofficeGate: BackofficeGate
  /**
   * For what is no page. Each response that passes through the `compression` package survives V8's young collections, with
   * its page: 20 kB a request and a quarter of the peak memory, when pages passed through it.
   */
  compressionMiddleware: RequestHandler
  /** Unset in development, where pages also depend on the code being edited. */
  pageCache?: PageCache | undefined
  /** Unset in development, too. */
  dictionary?: CompressionDictionary | undefined
}

/**
 * Handles all pages: a request is answered from the cache, or passed to Remix, whose page is sent as one buffer with
 * its policy, ETag and encoding. Data for scripts, feeds and files are passed on as they are.
 */
export function createPageHandler({
  selectHandler,
  backofficeGate,
  createLoadContext,
  compressionMiddleware,
  pageCache,
  dictionary,
}: Options): RequestHandler {
  return async (request, response, next) => {
    const usableDictionary = request.method === 'GET' || request.method === 'HEAD' ? dictionary : undefined
    try {
      const cacheEntry = pageCache?.findEntry(request)
      if (cacheEntry?.page) return sendPage(request, response, cacheEntry.page, usableDictionary)
      const { remix, handle } = await selectHandler(request.path, backofficeGate.admits(request))
      const fetchRequest = toFetchRequest(remix, request, response, cacheEntry?.headers)
      const webResponse = withErrorPage(await handle(fetchRequest, createLoadContext(request, response)))
      response.status(webResponse.status)
      response.locals.refusal ??= webResponse.headers.get('X-Refusal') ?? undefined
      webResponse.headers.delete('X-Refusal')
      if (!webResponse.headers.has('Cache-Control')) webResponse.headers.set('Cache-Control', 'no-store')
      if (!webResponse.headers.get('Content-Type')?.startsWith('text/html')) {
        // Only wraps the response, so it needs nothing to go on with.
        compressionMiddleware(request, response, () => {})
        return await streamResponse(webResponse, response)
      }
      const isCacheable = webResponse.headers.has(surrogateControlHeader)
      webResponse.headers.delete(surrogateControlHeader)
      const page = toRenderedPage(await webResponse.text(), webResponse)
      if (isCacheable) cacheEntry?.store(page)
      sendPage(request, response, page, usableDictionary)
    } catch (error) {
      next(error)
    }
  }
}

/** Shown where Remix itself refuses with JSON in English: at the URL of a file, a route without a page. */
const errorPageByStatus: Record<number, string> = {
  400: errorPages.invalidUrl,
  405: errorPages.formsNotAccepted,
}

function withErrorPage(webResponse: Response): Response {
  // RFC 9110, section 15.5.6.
  if (webResponse.status === 405) webResponse.headers.set('Allow', 'GET, HEAD')
  const page = webResponse.headers.has('X-Remix-Error') ? errorPageByStatus[webResponse.status] : undefined
  if (page === undefined) return webResponse
  const headers = new Headers(webResponse.headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status: webResponse.status, headers })
}

interface BuildHandler {
  remix: Remix
  handle: RemixHandler
}

/** Selects the handler of a path, with the back office's pages or without them. */
type SelectBuildHandler = (path: string, hasBackoffice: boolean) => BuildHandler | Promise<BuildHandler>

/** @param build Remix's, or in development a function that loads the newest one */
export function createHandlerSelector(
  build: PagesBuild | (() => Promise<PagesBuild>),
  { adaptBackofficeRoutes }: BackofficeGate,
): SelectBuildHandler {
  if (typeof build === 'function') {
    return async (_path, hasBackoffice) =>
      createBuildHandler(
        adaptBackofficeRoutes(withErrorResponses(withFormOwnershipCheck(await build())), hasBackoffice),
      )
  }
  const guardedBuild = withErrorResponses(withFormOwnershipCheck(build))
  const selectShopBuild = createRouteGroupSelector(adaptBackofficeRoutes(guardedBuild, false))
  const selectFullBuild = createRouteGroupSelector(adaptBackofficeRoutes(guardedBuild, true))
  const handlerByBuild = new Map<PagesBuild, BuildHandler>()
  return (path, hasBackoffice) => {
    const selectedBuild = hasBackoffice ? selectFullBuild(path) : selectShopBuild(path)
    const handler = handlerByBuild.get(selectedBuild) ?? createBuildHandler(selectedBuild)
    handlerByBuild.set(selectedBuild, handler)
    return handler
  }
}

function createBuildHandler(build: PagesBuild): BuildHandler {
  const remix = build.entry.module
  return { remix, handle: remix.createRequestHandler({ ...build, future: pickEnabledFlags(build.future) }) }
}

/** Each page sends the framework's flags to its scripts. One that is off means the same as a missing one, which costs no bytes. */
function pickEnabledFlags(flags: PagesBuild['future']): PagesBuild['future'] {
  return Object.fromEntries(Object.entries(flags).filter(([, isEnabled]) => isEnabled)) as typeof flags
}

/**
 * The request as Remix reads it. Its signal aborts when the connection closes before the answer was sent.
 * @param headers all that Remix gets of them: of a request whose page may be cached, only what the cache's key holds
 */
function toFetchRequest(
  remix: Remix,
  request: ExpressRequest,
  response: ExpressResponse,
  headers: IncomingHttpHeaders = request.headers,
): Request {
  const abortController = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) abortController.abort()
  })
  // Remix leaves out the page where only the head is asked for, which would lose its length and ETag (RFC 9110, section 9.3.2).
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const hasBody = method !== 'GET'
  return new Request(buildRequestUrl(request), {
    method,
    headers: toFetchHeaders(headers),
    signal: abortController.signal,
    ...(hasBody && { body: remix.createReadableStreamFromReadable(request), duplex: 'half' }),
  })
}

function toFetchHeaders(headers: IncomingHttpHeaders): Headers {
  const fetchHeaders = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) fetchHeaders.append(name, item)
  }
  return fetchHeaders
}
