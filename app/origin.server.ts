import type { AppLoadContext } from '@remix-run/node'

/** Where the shop stands on the web, without a slash at the end: as configured, else as this request found it. */
export function siteOrigin({ request, context }: { request: Request; context: AppLoadContext }): string {
  return context.shop.publicUrl ?? new URL(request.url).origin
}
