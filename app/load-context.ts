import type { Shop } from '#server/shop.ts'
import type { MadePages } from '#server/web/made-pages.ts'
import type { PageText } from '#server/web/page-text.ts'

declare module '@remix-run/node' {
  /** What the server passes to every loader and action. */
  interface AppLoadContext {
    shop: Shop
    /** For inline scripts and styles under the Content-Security-Policy; new for each request. */
    nonce: string
    /** Built style sheets by URL path; empty in development. */
    stylesheets: ReadonlyMap<string, string>
    /** The client's IP address: for rate limits only. */
    network: string
    /** This request's id in the log. */
    requestId: string
    /** Sends the page's text; the Response is then returned without a body. */
    sendPage: (page: PageText) => void
    /** Looks up a cached page made of the same data; unset in development, where pages also depend on the code being edited. */
    placeFor?: MadePages
    /** Caches the page for all visitors; set only when the request came without cookies. */
    keepForAll?: (page: PageText, headers: Headers) => void
    logger: { error(fields: object, message: string): void; warn(fields: object, message: string): void }
  }
}
