import type { LoaderFunctionArgs } from '@remix-run/node'
import { getSiteOrigin } from '../http/origin.server.ts'

const dayMs = 24 * 60 * 60 * 1000

/** /.well-known/security.txt: whom to tell about a vulnerability (RFC 9116). */
export function loader(args: LoaderFunctionArgs) {
  const { clock, profile } = args.context.shop
  // The standard recommends less than a year; as the text is made anew each day, it never expires while the shop is open.
  const expiresAt = new Date(Math.ceil(clock.now().getTime() / dayMs + 180) * dayMs)
  const lines = [
    `Contact: mailto:${profile.email}`,
    `Expires: ${expiresAt.toISOString()}`,
    'Preferred-Languages: pt-BR, en',
    `Canonical: ${getSiteOrigin(args)}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
