import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { cookiesOf, isForEverybody } from './cookies.server.ts'
import { visitorOf } from './visitor.server.ts'

/**
 * Pages that show the shop, and of who looks at them little more than a first name, a place and what was counted. Not among
 * them: what holds a guarded form (its token says when it was fetched), what is drawn by chance, what is one customer's own.
 */
const shopWindow = new Set(
  ['home', 'categoria', 'categorias', 'produto', 'selos', 'beneficio', 'hospitais-e-clinicas']
    .concat('sobre-nos', 'termos-e-condicoes', 'privacy-policy')
    .map((name) => `routes/${name}`),
)

/** Who comes without cookies has nothing in it. */
const bag = 'routes/checkout.sacola'

function routeOf({ staticHandlerContext }: EntryContext): string {
  return staticHandlerContext.matches.at(-1)?.route.id ?? ''
}

/**
 * Whether a page that was made for who came without cookies shows all others the same, as long as neither the shop's data nor
 * the minute change, and gives nobody a cookie of their own.
 */
export function isSameForAll(remixContext: EntryContext, headers: Headers): boolean {
  const { statusCode } = remixContext.staticHandlerContext
  const route = routeOf(remixContext)
  return statusCode === 200 && (shopWindow.has(route) || route === bag) && headers.getSetCookie().every(isForEverybody)
}

/**
 * All that a page follows from, but its nonce. One that names somebody or their place is its browser's own: else how soon a
 * page comes would tell what others of that name or place looked at.
 * @returns null where it is made anew each time
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
