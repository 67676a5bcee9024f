import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { stringifySetCookie } from 'cookie'
import type { QueueWatcher, StaffSession } from '#server/staff/staff.ts'
import { parseCookieHeader } from '../http/cookies.server.ts'

export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

/** Whether the cookie may be for https alone: WebKit takes none such from http://localhost, where a sandbox is. */
function needsSecureCookie({ request, context }: RouteArgs): boolean {
  return context.shop.usesSecureCookies || new URL(request.url).protocol === 'https:'
}

function getCookieName(args: RouteArgs): string {
  return needsSecureCookie(args) ? '__Host-staff' : 'staff'
}

/** The Set-Cookie line for a token, or (null) without one. */
export function serializeSessionCookie(args: RouteArgs, sessionToken: string | null): string {
  return stringifySetCookie({
    name: getCookieName(args),
    value: sessionToken ?? '',
    path: '/',
    secure: needsSecureCookie(args),
    httpOnly: true,
    sameSite: 'strict',
    ...(sessionToken === null && { maxAge: 0 }),
  })
}

/**
 * The session of whichever token has one. The cookie is kept until the browser is closed; the server ends it much earlier.
 * `__Host-`: of this host alone. A page that goes on by itself (`auto`) does not keep its session alive.
 */
export async function loadSession(
  args: RouteArgs,
): Promise<{ session: StaffSession | null; sessionToken: string | null }> {
  const { shop, clientNetwork } = args.context
  const extendsSession = !new URL(args.request.url).searchParams.has('auto')
  const sessionTokens = readSessionTokens(args)
  for (const sessionToken of sessionTokens) {
    const session = await shop.staff.findSession(sessionToken, clientNetwork, { extendsSession })
    if (session) return { session, sessionToken }
  }
  // Of one that has ended, so that signing out ends its watch, too.
  return { session: null, sessionToken: sessionTokens[0] ?? null }
}

/** Who left this screen alone, for a page that goes on by itself; null for one that somebody opens. */
export async function findWatcher(args: RouteArgs): Promise<QueueWatcher | null> {
  if (args.request.method !== 'GET' || !new URL(args.request.url).searchParams.has('auto')) return null
  for (const sessionToken of readSessionTokens(args)) {
    const watcher = await args.context.shop.staff.findQueueWatcher(sessionToken)
    if (watcher) return watcher
  }
  return null
}

function readSessionTokens(args: RouteArgs): string[] {
  return parseCookieHeader(args.request.headers.get('Cookie')).get(getCookieName(args)) ?? []
}
