import { text } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { ShopProfile } from '#server/shop-profile.ts'
import type { PageText } from '#server/web/page-text.ts'
import { DocumentContextProvider } from './document/document-context.ts'
import { markupOf } from './document/made-once.server.ts'
import { isPrivate } from './indexing.ts'
import { isSameForAll, originsOf } from './kept-pages.server.ts'
import { Footer } from './layouts/footer/footer.tsx'
import { faultPage } from './texts/web.ts'

/**
 * Answers when the whole page stands: a page without scripts could never show what arrives later. React's streams would also
 * cost a third more of the processor, and now and then put a NUL where an accented letter did not fit their buffer.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { shop, requestId, sendPage, keepForAll, placeFor } = context
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Save-Data')
  const { actionHeaders, loaderHeaders, errors } = remixContext.staticHandlerContext
  for (const answer of Object.values({ ...loaderHeaders, ...actionHeaders })) {
    // Of a refusal's headers a document would show none: Remix takes them from a route's own `headers` alone.
    const retryAfter = answer.get('Retry-After')
    if (retryAfter) headers.set('Retry-After', retryAfter)
  }
  // RFC 9110, section 15.5.6: a page without forms was sent one.
  if (status === 405) headers.set('Allow', 'GET, HEAD')
  // Every page knows its visitor: the bag's count, the place, the name.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  if (isPrivate(new URL(request.url))) headers.set('X-Robots-Tag', 'noindex')
  const data = await dataOf(remixContext)
  const scripts = data !== '' && request.headers.get('Save-Data') !== 'on'
  const origins = await originsOf(remixContext, request, context, data, scripts)
  const place = origins ? placeFor?.(origins) : undefined
  // RFC 9211: so that an operator can see which pages cost little.
  if (place?.page) headers.set('Cache-Status', 'made-pages; hit')
  try {
    const page = place?.page ?? makePage(request.url, remixContext, context, scripts ? data : undefined)
    if (!place?.page) place?.keep(page)
    if (isSameForAll(remixContext, headers)) keepForAll?.(page, headers)
    sendPage(page)
  } catch (error) {
    // Remix asks a second time, for the error's page; where that fails too, nothing may be left blank.
    if (!errors) throw error
    sendPage({ before: faultPage(shop.profile.name, requestId), styles: '', after: '', nonce: context.nonce })
  }
  return new Response(null, { status, headers })
}

/** @param data the loaders', which scripts take over; none for a page without scripts */
function makePage(
  url: string,
  remixContext: EntryContext,
  { nonce, stylesheets, shop, requestId }: AppLoadContext,
  data?: string,
): PageText {
  let styles = ''
  const document = (
    <DocumentContextProvider
      value={{
        nonce,
        stylesheets,
        setStyles(text) {
          styles = text
          return stylesMark
        },
        markupOf,
        scripts: data !== undefined,
        shopName: shop.profile.name,
        footer: footerOf(shop.profile),
        requestId,
        formToken: shop.formGuard.token,
        handoff: data && handOff(data),
      }}
    >
      <RemixServer context={{ ...remixContext, serverHandoffStream: undefined }} url={url} nonce={nonce} />
    </DocumentContextProvider>
  )
  return { ...splitPage(`<!DOCTYPE html>${renderToString(document)}`, styles), nonce }
}

/** Stands in the head where the style sheets belong. What a shopper types never stands between two tags' brackets. */
const stylesMark = '/*styles*/'

/** Half of a page is its style sheets: they take no part in what is done to its text. */
function splitPage(html: string, styles: string): Omit<PageText, 'nonce'> {
  const at = html.indexOf(`>${stylesMark}<`) + 1
  if (at === 0) return { before: html, styles: '', after: '' }
  return { before: html.slice(0, at), styles, after: html.slice(at + stylesMark.length) }
}

const footers = new WeakMap<ShopProfile, string>()

/** Made once: no page's foot is another's. */
function footerOf(profile: ShopProfile): string {
  const footer = footers.get(profile) ?? renderToStaticMarkup(<Footer profile={profile} />)
  footers.set(profile, footer)
  return footer
}

/** The loaders' data as the framework reads them. */
async function dataOf({ serverHandoffStream }: EntryContext): Promise<string> {
  return serverHandoffStream ? text(serverHandoffStream as WebStream) : ''
}

/** The script that gives the data to the framework: Remix itself would stream it behind the document. */
function handOff(data: string): string {
  const controller = 'window.__remixContext.streamController'
  return `${controller}.enqueue('${data.replace(/[\\'\n<]/g, (character) => inScript[character] ?? '')}');${controller}.close();`
}

/** JSON between single quotes, in a script: its own, double ones, would each cost a backslash. */
const inScript: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '<': '\\u003c' }

/** Faults of ours go to the log under the request's id; what a shopper caused (a 404, an aborted request) is no fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { logger, requestId } = context as unknown as AppLoadContext
  logger.error({ id: requestId, err: error }, 'page failed')
}
