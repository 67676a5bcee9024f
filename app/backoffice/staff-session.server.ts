import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { stringifySetCookie } from 'cookie'
import type { StaffSession } from '#server/staff/staff.ts'
import { cookieTexts } from '../http/cookies.server.ts'

export type Args = LoaderFunctionArgs | ActionFunctionArgs

/** Whether the cookie may be for https alone: WebKit takes none such from http://localhost, where a sandbox is. */
function isSecure({ request, context }: Args): boolean {
  return context.shop.secureCookies || new URL(request.url).protocol === 'https:'
}

function cookieName(args: Args): string {
  return isSecure(args) ? '__Host-staff' : 'staff'
}

/** The Set-Cookie line for a token, or (null) without one. */
export function tokenCookie(args: Args, token: string | null): string {
  return stringifySetCookie({
    name: cookieName(args),
    value: token ?? '',
    path: '/',
    secure: isSecure(args),
    httpOnly: true,
    sameSite: 'strict',
    ...(token === null && { maxAge: 0 }),
  })
}

/**
 * The session of whichever token has one. The cookie is kept until the browser is closed; the server ends it much earlier.
 * `__Host-`: of this host alone. A page that goes on by itself (`auto`) does not keep its session alive.
 */
export async function sessionOf(args: Args): Promise<{ session: StaffSession | null; token: string | null }> {
  const { shop, network } = args.context
  const isUse = !new URL(args.request.url).searchParams.has('auto')
  for (const token of cookieTexts(args.request.headers.get('Cookie')).get(cookieName(args)) ?? []) {
    const session = await shop.staff.findSession(token, network, { isUse })
    if (session) return { session, token }
  }
  return { session: null, token: null }
}
