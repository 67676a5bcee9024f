import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { cookieHeaders } from '../answers.server.ts'

/** Forgets a token that calls no longer take; scripts ask for it before they load the page again. */
export async function action({ context }: ActionFunctionArgs) {
  return new Response(null, { status: 204, headers: await cookieHeaders(context.shop, { token: null }) })
}

export function loader() {
  return redirect('/', 303)
}
