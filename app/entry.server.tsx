import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { DocumentContextProvider } from './document/document-context.ts'
import { isPrivate } from './indexing.ts'
import { faultPage } from './texts/web.ts'

/**
 * Answers when the whole page stands: a page without scripts could never show what arrives later. In one piece, too: each
 * flushed part would be compressed by itself, a third larger in all.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, stylesheets, shop, requestId }: AppLoadContext,
): Promise<Response> {
  const scripts = request.headers.get('Save-Data') !== 'on'
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Save-Data')
  const { actionHeaders, loaderHeaders } = remixContext.staticHandlerContext
  for (const answer of Object.values({ ...loaderHeaders, ...actionHeaders })) {
    // Of a refusal's headers a document would show none: Remix takes them from a route's own `headers` alone.
    const retryAfter = answer.get('Retry-After')
    if (retryAfter) headers.set('Retry-After', retryAfter)
  }
  // Every page knows its visitor: the bag's count, the place, the name.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  if (isPrivate(new URL(request.url))) headers.set('X-Robots-Tag', 'noindex')
  const html = await render(
    <DocumentContextProvider
      value={{ nonce, stylesheets, scripts, profile: shop.profile, requestId, formToken: shop.formGuard.token() }}
    >
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </DocumentContextProvider>,
    nonce,
  ).catch((error: unknown) => {
    // Remix asks a second time, for the error's page; where that fails too, nothing may be left blank.
    if (!remixContext.staticHandlerContext.errors) throw error
    return faultPage(shop.profile.name, requestId)
  })
  return new Response(html, { status, headers })
}

function render(document: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  })
}

/** Faults of ours go to the log under the request's id; what a shopper caused (a 404, an aborted request) is no fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { logger, requestId } = context as unknown as AppLoadContext
  logger.error({ id: requestId, err: error }, 'page failed')
}
