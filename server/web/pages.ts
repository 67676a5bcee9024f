import type { IncomingHttpHeaders } from 'node:http'
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import { finishPage } from './finished-page.ts'
import { type PageCache, surrogateControl } from './page-cache.ts'
import { urlOf } from './request-target.ts'
import { groupRoutes } from './route-groups.ts'
import { sendPage } from './send-page.ts'
import { answerUnavailable } from './unavailable.ts'

interface Options {
  /** Remix's build, or in development a function that loads the newest one. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  loadContextOf: (request: ExpressRequest, response: ExpressResponse) => Promise<AppLoadContext>
  /** Unset in development, where pages also depend on the code being edited. */
  cache?: PageCache | undefined
}

/**
 * The one door for pages: a request is answered from the cache, or passed to Remix, whose page is sent as one buffer with
 * its policy, ETag and encoding. Data for scripts, feeds and files are passed on as they are.
 */
export function pages({ build, loadContextOf, cache }: Options): RequestHandler {
  const remixFor = remixHandlers(build)
  return async (request, response, next) => {
    try {
      const place = await cache?.find(request)
      if (place?.page) return sendPage(request, response, place.page)
      const asked = toFetchRequest(request, response, place?.headers)
      const answer = await remixFor(request.path)(asked, await loadContextOf(request, response))
      response.status(answer.status)
      if (!answer.headers.get('Content-Type')?.startsWith('text/html')) return await passOn(answer, response)
      const isPublic = answer.headers.has(surrogateControl)
      answer.headers.delete(surrogateControl)
      const page = finishPage(await answer.text(), answer)
      if (isPublic) place?.keep(page)
      sendPage(request, response, page)
    } catch (error) {
      next(error)
    }
  }
}

type RemixHandler = ReturnType<typeof createRequestHandler>

function remixHandlers(build: Options['build']): (path: string) => RemixHandler {
  if (typeof build === 'function') {
    const handle = createRequestHandler(async () => answerUnavailable(await build()))
    return () => handle
  }
  const buildFor = groupRoutes(answerUnavailable(build))
  const handlers = new Map<ServerBuild, RemixHandler>()
  return (path) => {
    const group = buildFor(path)
    const handle = handlers.get(group) ?? createRequestHandler(group)
    handlers.set(group, handle)
    return handle
  }
}

/**
 * The request as Remix reads it. Its signal aborts when the connection closes before the answer was sent.
 * @param headers all that Remix is told of them: of a request whose page may be cached, only what the cache's key holds
 */
function toFetchRequest(
  request: ExpressRequest,
  response: ExpressResponse,
  headers: IncomingHttpHeaders = request.headers,
): Request {
  const aborting = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) aborting.abort()
  })
  const { method } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(urlOf(request), {
    method,
    headers: toFetchHeaders(headers),
    signal: aborting.signal,
    ...(hasBody && { body: createReadableStreamFromReadable(request), duplex: 'half' }),
  })
}

function toFetchHeaders(headers: IncomingHttpHeaders): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) copy.append(name, one)
  }
  return copy
}

async function passOn(answer: Response, response: ExpressResponse): Promise<void> {
  for (const [name, value] of answer.headers) response.append(name, value)
  if (answer.body) await writeReadableStreamToWritable(answer.body, response)
  else response.end()
}
