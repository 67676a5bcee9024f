import type { AppLoadContext } from '@remix-run/node'

/** The shop's origin (`https://…`, without a slash at the end): as configured, else this request's. */
export function getSiteOrigin({ request, context }: { request: Request; context: AppLoadContext }): string {
  return context.shop.publicUrl ?? new URL(request.url).origin
}
