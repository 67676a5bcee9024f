import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { toSetCookieHeaders } from '../http/cookies.server.ts'
import { tryReadForm } from '../http/read-form.server.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { loginTexts as texts } from '../texts/account.ts'

/**
 * Clears an expired token's cookie, for the page to say so; called by scripts before they reload it (`fetch-errors.ts`), with `lost` where a form was
 * refused.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const hasUnsavedForm = (await tryReadForm(request))?.has('lost')
  const flash = createFlashMessage('error', texts.sessionExpired, ...(hasUnsavedForm ? [texts.requestLostHint] : []))
  return new Response(null, { status: 204, headers: toSetCookieHeaders(context.shop, { token: null, flash }) })
}

export function loader() {
  return redirect('/', 303)
}
