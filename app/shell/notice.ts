import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { cookiesOf } from '../http/cookies.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'

/** The notice's ×: hides it until the browser is closed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  return redirect(safeRedirect(form.get('redirectTo')), {
    status: 303,
    headers: {
      'Set-Cookie': await cookiesOf(context.shop).dismissNotice(String(form.get('tone') ?? 'open').slice(0, 20)),
    },
  })
}

export function loader() {
  return redirect('/', 303)
}
