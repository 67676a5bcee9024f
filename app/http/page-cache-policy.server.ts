import type { EntryContext } from '@remix-run/node'
import { isForEverybody } from './cookies.server.ts'

/**
 * The routes whose pages may be cached: those that show the shop, and the bag, which is empty without cookies. Not among
 * them: pages with a guarded form (its token holds the time of the request) or with random values.
 */
const cacheableRoutes = new Set(
  ['home', 'categoria', 'categorias', 'produto', 'selos', 'beneficio', 'hospitais-e-clinicas', 'sobre-nos']
    .concat('termos-e-condicoes', 'privacy-policy', 'checkout.sacola')
    .map((name) => `routes/${name}`),
)

/**
 * Whether the page made for a visitor without cookies is the same for all of them, as long as neither the shop's data nor
 * the minute changes, and sets no personal cookie.
 */
export function isPubliclyCacheable(remixContext: EntryContext, headers: Headers): boolean {
  const { statusCode, matches } = remixContext.staticHandlerContext
  const route = matches.at(-1)?.route.id ?? ''
  return statusCode === 200 && cacheableRoutes.has(route) && headers.getSetCookie().every(isForEverybody)
}
