import type { EntryContext } from '@remix-run/node'
import { isForEverybody } from './cookies.server.ts'

/**
 * Pages that show everybody the same who comes without cookies, as long as neither the shop's data nor the minute change. Not
 * among them: what holds a guarded form (its token says when it was fetched), what is drawn by chance, what only few see.
 */
const routes = new Set(
  ['home', 'categoria', 'categorias', 'produto', 'selos', 'checkout.sacola', 'beneficio', 'hospitais-e-clinicas']
    .concat('sobre-nos', 'termos-e-condicoes', 'privacy-policy')
    .map((name) => `routes/${name}`),
)

/** Whether a page is one of them, and gives nobody a cookie of their own. */
export function isSameForAll({ staticHandlerContext }: EntryContext, headers: Headers): boolean {
  const { matches, statusCode } = staticHandlerContext
  return (
    statusCode === 200 && routes.has(matches.at(-1)?.route.id ?? '') && headers.getSetCookie().every(isForEverybody)
  )
}
