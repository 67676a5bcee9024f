import type { AppLoadContext, EntryContext, HandleDataRequestFunction, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { DeferredScripts } from './document/deferred-scripts.tsx'
import { DocumentContextProvider } from './document/document-context.ts'
import { buildHandoffScript } from './document/handoff.tsx'
import { leaveOutRareStyles } from './document/inline-links.tsx'
import { buildTheme } from './document/theme.server.ts'
import { findForeignForm } from './http/form-account.server.ts'
import { isPubliclyCacheable } from './http/page-cache-policy.server.ts'
import { getShopLogo } from './http/shop-logo.server.ts'
import { isNoindex } from './seo/indexing.ts'
import { Footer } from './shell/footer.tsx'
import { ForeignForm } from './shell/foreign-form.tsx'
import { renderFaultPage } from './texts/error-pages.ts'
import { foreignFormTexts } from './texts/foreign-form.ts'

/** For the server around the pages, which takes Remix from their build (server/web/remix.ts). */
export { createReadableStreamFromReadable, createRequestHandler, data } from '@remix-run/node'
export { assertOwnForm } from './http/form-account.server.ts'

/**
 * Responds once the whole page is rendered: without scripts, a page cannot show what is streamed later. React's streaming
 * renderer also costs a third more CPU, and occasionally writes a NUL where an accented letter straddles its buffer's end.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  setHeaders(headers, request, remixContext)
  if (findForeignForm(context)) headers.set('Cache-Control', 'no-store')
  const handoffScript = await buildHandoffScript(remixContext)
  const isDataSaverOn = request.headers.get('Save-Data') === 'on'
  const hasFormErrors = request.method === 'POST' && status >= 400 && !remixContext.staticHandlerContext.errors
  const html = renderPage(request.url, remixContext, context, {
    handoffScript: isDataSaverOn ? undefined : handoffScript,
    hasFormErrors,
  })
  return new HtmlResponse(html, { status, headers })
}

/**
 * A response whose text is at hand. Undici's own would write it into a stream as bytes, for the door to read it from there:
 * a tenth of a rendered page's CPU.
 */
class HtmlResponse extends Response {
  readonly #html: string

  constructor(html: string, init: ResponseInit) {
    super(null, init)
    this.#html = html
  }

  override async text(): Promise<string> {
    return this.#html
  }
}

function setHeaders(headers: Headers, request: Request, remixContext: EntryContext): void {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Save-Data')
  const { actionHeaders, loaderHeaders } = remixContext.staticHandlerContext
  for (const routeHeaders of Object.values({ ...loaderHeaders, ...actionHeaders })) {
    // Remix drops the headers of thrown responses unless the route exports `headers`.
    for (const name of ['Retry-After', 'X-Refusal']) {
      const value = routeHeaders.get(name)
      if (value) headers.set(name, value)
    }
  }
  // Every page is personal: it shows the visitor's bag count, place and name.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  if (isNoindex(new URL(request.url))) headers.set('X-Robots-Tag', 'noindex')
  if (isPubliclyCacheable(remixContext, headers)) headers.set('Surrogate-Control', 'max-age=60')
}

/**
 * @param handoffScript the data for scripts, if any
 * @param hasFormErrors whether the page shows a refused form again
 * @throws whatever failed to render: Remix then renders the error page. If that fails too, a static page is returned.
 */
function renderPage(
  url: string,
  remixContext: EntryContext,
  context: AppLoadContext,
  { handoffScript, hasFormErrors }: { handoffScript: string | undefined; hasFormErrors: boolean },
): string {
  const { stylesheets, shop, requestId } = context
  const { serverHandoffStream: _unused, ...renderContext } = remixContext
  const foreignForm = findForeignForm(context)
  const documentTree = (
    <DocumentContextProvider
      value={{
        stylesheets,
        hasScripts: handoffScript !== undefined,
        shopName: shop.profile.name,
        shopLogo: getShopLogo(shop),
        theme: buildTheme(shop),
        footer: <Footer profile={shop.profile} />,
        errorReplacement: foreignForm && <ForeignForm {...foreignForm} />,
        hasFormErrors,
        requestId,
        createFormToken: shop.formGuard.createFormToken,
        renderScripts:
          handoffScript === undefined
            ? undefined
            : (start) => <DeferredScripts {...start} handoffScript={handoffScript} />,
      }}
    >
      <RemixServer context={renderContext} url={url} />
    </DocumentContextProvider>
  )
  try {
    return leaveOutRareStyles(`<!DOCTYPE html>${renderToString(documentTree)}`, stylesheets)
  } catch (error) {
    if (!remixContext.staticHandlerContext.errors) throw error
    return renderFaultPage(shop.profile.name, requestId)
  }
}

/** To scripts a form of another account is refused with a message alone: the page stays, with what was typed in it. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  if (!findForeignForm(context)) return response
  return Response.json(
    { errors: [{ code: 'form.foreign', message: foreignFormTexts.refusedMessage }] },
    { status: 422 },
  )
}

/** Logs our own faults under the request's id; what a shopper caused (a 404, an aborted request) is not logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { logger, requestId } = context as unknown as AppLoadContext
  logger.error({ id: requestId, err: error }, 'page failed')
}
