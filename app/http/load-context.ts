import type { AppLoadContext } from '@remix-run/node'
import type { Shop } from '#server/shop.ts'

/** What loaders and actions hand on: the request, and what belongs to it. */
export interface RequestArgs {
  request: Request
  context: AppLoadContext
}

declare module '@remix-run/node' {
  /** What the server passes to every loader and action. */
  interface AppLoadContext {
    shop: Shop
    /** Built style sheets by URL path; empty in development. */
    stylesheets: ReadonlyMap<string, string>
    /** An IPv4 address or an IPv6 /64, as `toClientNetwork` makes it: for rate limits only. */
    clientNetwork: string
    requestId: string
    /** Tells the access log whose request it is: `customer 12`, `staff 3`. */
    tagLogWithAccount: (account: string) => void
    /** Tells the log why this request is refused: `stock.short`. */
    logRefusal: (code: string) => void
    logger: { error(fields: object, message: string): void; warn(fields: object, message: string): void }
  }
}
