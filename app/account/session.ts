import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { cookieHeaders } from '../http/cookies.server.ts'

/** Clears an expired token's cookie; called by scripts before they reload the page (`fetch-errors.ts`). */
export async function action({ context }: ActionFunctionArgs) {
  return new Response(null, { status: 204, headers: cookieHeaders(context.shop, { token: null }) })
}

export function loader() {
  return redirect('/', 303)
}
