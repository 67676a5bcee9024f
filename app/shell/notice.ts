import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { readForm } from '../http/read-form.server.ts'
import { seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'

/** The notice's ×: hides it until the browser is closed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const notice = String(form.get('tone') ?? 'open').slice(0, 20)
  return seeOther(context, safeRedirect(form.get('redirectTo')), { notice })
}

export function loader() {
  return redirect('/', 303)
}
