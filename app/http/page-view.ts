import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { reportEvent } from './analytics.server.ts'
import { readForm } from './read-form.server.ts'

/** Counts a page view, sent by the inline script (specification, section 2: not twice in a row for one path). */
export async function action(args: ActionFunctionArgs) {
  const path = (await readForm(args.request)).get('path')
  if (typeof path === 'string' && path.startsWith('/'))
    reportEvent(args, { name: 'page_view', path: path.slice(0, 200) })
  return new Response(null, { status: 204 })
}

/** The same without scripts: requested as a picture by the page, whose path is in the query. */
export function loader(args: LoaderFunctionArgs) {
  const path = new URL(args.request.url).searchParams.get('path')
  if (path?.startsWith('/')) reportEvent(args, { name: 'page_view', path: path.slice(0, 200) })
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
