import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { cookiesOf, isForEverybody } from './cookies.server.ts'
import { visitorOf } from './visitor.server.ts'

/**
 * The routes whose pages may be cached. They show the shop, and of the visitor little more than a first name, a place and
 * counts. Excluded: pages with a guarded form (its token holds the time of the request), with random values (such as a
 * submission key), or with a customer's own data.
 */
const shopWindow = new Set(
  ['home', 'categoria', 'categorias', 'produto', 'selos', 'beneficio', 'hospitais-e-clinicas']
    .concat('sobre-nos', 'termos-e-condicoes', 'privacy-policy')
    .map((name) => `routes/${name}`),
)

/** Without cookies the bag is empty, so its page is the same for all. */
const bag = 'routes/checkout.sacola'

function routeOf({ staticHandlerContext }: EntryContext): string {
  return staticHandlerContext.matches.at(-1)?.route.id ?? ''
}

/**
 * Whether the page made for a visitor without cookies is the same for all of them, as long as neither the shop's data nor
 * the minute changes, and sets no personal cookie.
 */
export function isSameForAll(remixContext: EntryContext, headers: Headers): boolean {
  const { statusCode } = remixContext.staticHandlerContext
  const route = routeOf(remixContext)
  return statusCode === 200 && (shopWindow.has(route) || route === bag) && headers.getSetCookie().every(isForEverybody)
}

/**
 * The cache key of a page: everything it is derived from, except its nonce. A page that shows a customer or their place is
 * cached for that browser alone: otherwise response times would reveal what others with the same name or place looked at.
 * @returns null where the page is not cached
 */
export async function originsOf(
  remixContext: EntryContext,
  request: Request,
  context: AppLoadContext,
  data: string,
  scripts: boolean,
): Promise<string | null> {
  const { statusCode, actionData } = remixContext.staticHandlerContext
  if (statusCode !== 200 || actionData || !shopWindow.has(routeOf(remixContext))) return null
  const { customer, chosen, token } = await visitorOf({ request, context })
  const ownId = customer ? token : cookiesOf(context.shop).readDeviceId(request.headers.get('Cookie'))
  const browser = customer || chosen ? ownId : 'any'
  return browser && [request.url, scripts, browser, data].join(' ')
}
