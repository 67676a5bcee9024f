import type { LoaderFunctionArgs } from '@remix-run/node'
import { getSiteOrigin } from '../http/origin.server.ts'
import { buildRobotsText } from './indexing.ts'

export function loader(args: LoaderFunctionArgs) {
  return new Response(buildRobotsText(getSiteOrigin(args)), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
