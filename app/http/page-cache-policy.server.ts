import type { EntryContext } from '@remix-run/node'
import { isShareableCookie } from './cookies.server.ts'

/**
 * The pages that may be cached: those that show the shop, and the bag, which is empty without cookies. Not among them:
 * pages with a guarded form (its token holds the time of the request) or with random values.
 */
const cacheableRouteIds = new Set(
  [
    ...['home/home', 'listing/listing', 'shell/categories', 'product/product', 'product/badge', 'bag/bag'],
    ...['benefit', 'hospitals', 'about', 'terms', 'privacy-policy'].map((name) => `institutional/${name}`),
  ].map((name) => `${name}-page`),
)

/** Whether the page made for a visitor without cookies is the same for all of them, and sets no personal cookie. */
export function isPubliclyCacheable(remixContext: EntryContext, headers: Headers): boolean {
  const { statusCode, matches } = remixContext.staticHandlerContext
  const routeId = matches.at(-1)?.route.id ?? ''
  return statusCode === 200 && cacheableRouteIds.has(routeId) && headers.getSetCookie().every(isShareableCookie)
}
