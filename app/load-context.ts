import type { Shop } from '#server/shop.ts'
import type { MadePages } from '#server/web/made-pages.ts'
import type { PageText } from '#server/web/page-text.ts'

declare module '@remix-run/node' {
  /** What the server hands to every loader and action. */
  interface AppLoadContext {
    shop: Shop
    /** For inline scripts and styles under the Content-Security-Policy; new with each request. */
    nonce: string
    /** Built style sheets by address; empty in development. */
    stylesheets: ReadonlyMap<string, string>
    /** The address the request came from: for limits only. */
    network: string
    /** The id under which the log knows this request. */
    requestId: string
    /** Sends the page's text; the Response then has none. */
    sendPage: (page: PageText) => void
    /** Finds a page that was made of the same data; not in development, where pages follow from what is being written too. */
    placeFor?: MadePages
    /** Keeps the page, to send it to others again; only for who came without cookies. */
    keepForAll?: (page: PageText, headers: Headers) => void
    logger: { error(fields: object, message: string): void; warn(fields: object, message: string): void }
  }
}
