import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { readForm } from '../http/read-form.server.ts'
import { seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'

/** The notice's ×: hides this text until the browser is closed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const formData = await readForm(request)
  const noticeText = String(formData.get('notice') ?? '').slice(0, 300)
  return seeOther(context, safeRedirect(formData.get('redirectTo')), { notice: noticeText })
}

export function loader() {
  return redirect('/', 303)
}
