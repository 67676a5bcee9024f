import type { StaffSession } from '#server/staff/staff.ts'
import { cookiesOf, toSetCookieHeaders } from '../http/cookies.server.ts'
import { isAccountTag } from '../http/form-account.server.ts'
import { flashMessage, retryHeaders, toFormError } from '../http/responses.server.ts'
import { saveForm } from '../http/saved-form.server.ts'
import { foreignFormTexts } from '../texts/foreign-form.ts'
import type { View } from './document.tsx'
import { buildResumeView } from './resend-form-view.tsx'
import { buildPasswordStepView, buildRecoveryView, loadSecondFactorView, type SignInRequest } from './sign-in-steps.tsx'

/** The sign-in, in place of any page of the counter: e-mail and password, then the code. A form that arrived without a session is kept. */
export async function handleSignIn(request: SignInRequest): Promise<View | Response> {
  const { args, form, session } = request
  if (form.get('intent') === 'sair') return signOut(request)
  const returnTo = readReturnTo(request)
  const loadStepView = session ? loadSecondFactorView : buildPasswordStepView
  try {
    if (session && form.has('code')) return await verifyCode(request, returnTo)
    if (form.has('answer')) return await signInByPasskey(request, returnTo)
    if (form.has('email') && form.has('password')) return await signInByPassword(request, returnTo)
  } catch (error) {
    const formError = toFormError(args.context, error)
    const view = await loadStepView(request, returnTo, formError.message)
    return { ...view, status: formError.status, headers: retryHeaders(formError) }
  }
  const view = await loadStepView(request, returnTo)
  if (form.has('returnTo') || form.has('password')) return view
  return { ...view, headers: toSetCookieHeaders(args.context.shop, saveForm(args, form)) }
}

async function signInByPassword(request: SignInRequest, returnTo: string): Promise<View | Response> {
  const { shop, network } = request.args.context
  const readField = (name: string) => String(request.form.get(name) ?? '')
  const token = await shop.staff.signIn(readField('email'), readField('password'), network)
  const headers = { 'Set-Cookie': request.serializeTokenCookie(token), 'Cache-Control': 'no-store' }
  const session = await shop.staff.findSession(token, network)
  if (session?.actor) return redirectAfterSignIn(request, session, returnTo, headers)
  return { ...(await loadSecondFactorView({ ...request, session, token }, returnTo)), headers }
}

/** In place of both steps. */
async function signInByPasskey(request: SignInRequest, returnTo: string): Promise<View | Response> {
  const { shop, network } = request.args.context
  const token = await shop.staff.signInByPasskey(String(request.form.get('answer')), network)
  const headers = { 'Set-Cookie': request.serializeTokenCookie(token), 'Cache-Control': 'no-store' }
  const session = await shop.staff.findSession(token, network)
  if (!session?.actor) throw new Error('a new session has no actor')
  return redirectAfterSignIn(request, session, returnTo, headers)
}

async function verifyCode(request: SignInRequest, returnTo: string): Promise<View | Response> {
  const { shop, network } = request.args.context
  const code = String(request.form.get('code') ?? '')
  const token = request.token ?? ''
  if (!request.session?.staff.hasSecondFactor) {
    return buildRecoveryView(await shop.staff.confirmSecondFactor(token, code, network), returnTo)
  }
  await shop.staff.verifySecondFactor(token, code, network)
  return redirectAfterSignIn(request, request.session, returnTo)
}

/** To the page that was asked for, or to its form that waits, unless somebody else typed it. */
function redirectAfterSignIn(
  { args }: SignInRequest,
  { staff }: StaffSession,
  returnTo: string,
  init: HeadersInit = {},
) {
  const { shop } = args.context
  const savedForm = cookiesOf(args).read('savedForm')
  const isForPage = savedForm?.path === returnTo.split('?', 1)[0]
  const isOwnForm = isForPage && isAccountTag(shop, savedForm?.account, 'staff', staff.id)
  const flash = isForPage && !isOwnForm ? flashMessage('info', foreignFormTexts.discardedMessage) : undefined
  const headers = new Headers(init)
  for (const line of toSetCookieHeaders(shop, { flash, ...(isForPage && { savedForm: null }) }).getSetCookie())
    headers.append('Set-Cookie', line)
  if (savedForm && isOwnForm) return { ...buildResumeView(returnTo, savedForm), headers }
  headers.set('Location', returnTo)
  return new Response(null, { status: 303, headers })
}

async function signOut({ args, token, serializeTokenCookie }: SignInRequest): Promise<Response> {
  if (token) await args.context.shop.staff.signOut(token)
  const headers = { 'Set-Cookie': serializeTokenCookie(null), Location: args.context.shop.backoffice.path }
  return new Response(null, { status: 303, headers })
}

/** Where the sign-in leads: what its form says, else to this very page. */
function readReturnTo({ args, form }: SignInRequest): string {
  const { pathname, search } = new URL(args.request.url)
  if (!form.has('returnTo')) return `${pathname}${search}`
  const root = args.context.shop.backoffice.path
  const target = String(form.get('returnTo'))
  return target.startsWith(`${root}/`) ? target : root
}
