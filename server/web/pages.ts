import type { IncomingHttpHeaders } from 'node:http'
import type { AppLoadContext, RequestHandler as RemixHandler } from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import { webPages } from '../../app/texts/web.ts'
import type { BackofficeGate } from './backoffice-gate.ts'
import { finishPage } from './finished-page.ts'
import { askWhoseForm } from './own-forms.ts'
import { type PageCache, surrogateControl } from './page-cache.ts'
import type { PageDictionary } from './page-dictionary.ts'
import type { PagesBuild, Remix } from './remix.ts'
import { urlOf } from './request-target.ts'
import { groupRoutes } from './route-groups.ts'
import { sendPage } from './send-page.ts'
import { streamResponse } from './stream-response.ts'
import { withErrorResponses } from './with-error-responses.ts'

interface Options {
  remixFor: RemixFor
  loadContextOf: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext
  gate: BackofficeGate
  /**
   * For what is no page. Each response that passes through the `compression` package survives V8's young collections, with
   * its page: 20 kB a request and a quarter of the peak memory, when pages passed through it.
   */
  compress: RequestHandler
  /** Unset in development, where pages also depend on the code being edited. */
  cache?: PageCache | undefined
  /** Unset in development, too. */
  dictionary?: PageDictionary | undefined
}

/**
 * The one door for pages: a request is answered from the cache, or passed to Remix, whose page is sent as one buffer with
 * its policy, ETag and encoding. Data for scripts, feeds and files are passed on as they are.
 */
export function pages({ remixFor, gate, loadContextOf, compress, cache, dictionary }: Options): RequestHandler {
  return async (request, response, next) => {
    const usableDictionary = request.method === 'GET' || request.method === 'HEAD' ? dictionary : undefined
    try {
      const entry = cache?.find(request)
      if (entry?.page) return sendPage(request, response, entry.page, usableDictionary)
      const { remix, handle } = await remixFor(request.path, gate.admits(request))
      const fetchRequest = toFetchRequest(remix, request, response, entry?.headers)
      const answer = inWords(await handle(fetchRequest, loadContextOf(request, response)))
      response.status(answer.status)
      response.locals.refusal ??= answer.headers.get('X-Refusal') ?? undefined
      answer.headers.delete('X-Refusal')
      if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store')
      if (!answer.headers.get('Content-Type')?.startsWith('text/html')) {
        // Only wraps the response, so it needs nothing to go on with.
        compress(request, response, () => {})
        return await streamResponse(answer, response)
      }
      const isPublic = answer.headers.has(surrogateControl)
      answer.headers.delete(surrogateControl)
      const page = finishPage(await answer.text(), answer)
      if (isPublic) entry?.store(page)
      sendPage(request, response, page, usableDictionary)
    } catch (error) {
      next(error)
    }
  }
}

/** What is said where Remix itself refuses in JSON, in English: at the address of a file, which has no page to say it. */
const refusals: Record<number, string> = {
  400: webPages.unreadable,
  405: webPages.takesNoForm,
}

function inWords(answer: Response): Response {
  // RFC 9110, section 15.5.6.
  if (answer.status === 405) answer.headers.set('Allow', 'GET, HEAD')
  const page = answer.headers.has('X-Remix-Error') ? refusals[answer.status] : undefined
  if (page === undefined) return answer
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status: answer.status, headers })
}

interface Handler {
  remix: Remix
  handle: RemixHandler
}

/** What answers a path, with the counter's pages or without them. */
type RemixFor = (path: string, hasCounter: boolean) => Handler | Promise<Handler>

/** @param build Remix's, or in development a function that loads the newest one */
export function remixHandlers(build: PagesBuild | (() => Promise<PagesBuild>), { buildFor }: BackofficeGate): RemixFor {
  if (typeof build === 'function') {
    return async (_path, hasCounter) => handlerOf(buildFor(withErrorResponses(askWhoseForm(await build())), hasCounter))
  }
  const guardedBuild = withErrorResponses(askWhoseForm(build))
  const shopAlone = groupRoutes(buildFor(guardedBuild, false))
  const withCounter = groupRoutes(buildFor(guardedBuild, true))
  const handlers = new Map<PagesBuild, Handler>()
  return (path, hasCounter) => {
    const group = hasCounter ? withCounter(path) : shopAlone(path)
    const handler = handlers.get(group) ?? handlerOf(group)
    handlers.set(group, handler)
    return handler
  }
}

function handlerOf(build: PagesBuild): Handler {
  const remix = build.entry.module
  return { remix, handle: remix.createRequestHandler({ ...build, future: enabledFlags(build.future) }) }
}

/** Each page tells its scripts the framework's flags. One that is off is as good as none, which weighs nothing. */
function enabledFlags(flags: PagesBuild['future']): PagesBuild['future'] {
  return Object.fromEntries(Object.entries(flags).filter(([, isOn]) => isOn)) as typeof flags
}

/**
 * The request as Remix reads it. Its signal aborts when the connection closes before the answer was sent.
 * @param headers all that Remix is told of them: of a request whose page may be cached, only what the cache's key holds
 */
function toFetchRequest(
  remix: Remix,
  request: ExpressRequest,
  response: ExpressResponse,
  headers: IncomingHttpHeaders = request.headers,
): Request {
  const aborting = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) aborting.abort()
  })
  // Remix leaves out the page where only the head is asked for, which would lose its length and ETag (RFC 9110, section 9.3.2).
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const hasBody = method !== 'GET'
  return new Request(urlOf(request), {
    method,
    headers: toFetchHeaders(headers),
    signal: aborting.signal,
    ...(hasBody && { body: remix.createReadableStreamFromReadable(request), duplex: 'half' }),
  })
}

function toFetchHeaders(headers: IncomingHttpHeaders): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) copy.append(name, one)
  }
  return copy
}
