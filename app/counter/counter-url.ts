import type { RequestArgs } from '../load-context.ts'

/** The request's address as the operator names it (COUNTER_PATH); within the app the counter is always at /balcao. */
export function counterUrl({ request, context }: RequestArgs): URL {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/^\/balcao/, context.shop.counter.path)
  return url
}
