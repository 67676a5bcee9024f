import type { StaffSession } from '#server/staff/staff.ts'
import { getCookies, toSetCookieHeaders } from '../http/cookies.server.ts'
import { isAccountTag } from '../http/form-account.server.ts'
import { createFlashMessage, toFormError, toRetryHeaders } from '../http/responses.server.ts'
import { buildSavedFormCookieChanges } from '../http/saved-form.server.ts'
import { foreignFormTexts } from '../texts/foreign-form.ts'
import type { View } from './document.tsx'
import { buildResendFormView } from './resend-form-view.tsx'
import {
  buildPasswordStepView,
  buildRecoveryCodesView,
  loadSecondFactorView,
  type SignInRequest,
} from './sign-in-steps.tsx'

/** The sign-in, in place of any page of the back office: e-mail and password, then the code. A form that arrived without a session is kept. */
export async function handleSignIn(request: SignInRequest): Promise<View | Response> {
  const { args, formData, session } = request
  if (formData.get('intent') === 'sair') return signOut(request)
  const returnTo = readReturnTo(request)
  const loadStepView = session ? loadSecondFactorView : buildPasswordStepView
  try {
    if (session && formData.has('code')) return await verifyCode(request, returnTo)
    if (formData.has('answer')) return await signInWithPasskey(request, returnTo)
    if (formData.has('email') && formData.has('password')) return await signInWithPassword(request, returnTo)
  } catch (error) {
    const formError = toFormError(args.context, error)
    const view = await loadStepView(request, returnTo, formError.message)
    return { ...view, status: formError.status, headers: toRetryHeaders(formError) }
  }
  const view = await loadStepView(request, returnTo)
  if (formData.has('returnTo') || formData.has('password')) return view
  return { ...view, headers: toSetCookieHeaders(args.context.shop, buildSavedFormCookieChanges(args, formData)) }
}

/** What this browser was signed in with before counts no more. */
async function endEarlierSession({ args, sessionToken }: SignInRequest): Promise<void> {
  if (sessionToken) await args.context.shop.staff.signOut(sessionToken)
}

async function signInWithPassword(request: SignInRequest, returnTo: string): Promise<View | Response> {
  const { shop, clientNetwork } = request.args.context
  const readField = (name: string) => String(request.formData.get(name) ?? '')
  const sessionToken = await shop.staff.signIn(readField('email'), readField('password'), clientNetwork)
  await endEarlierSession(request)
  const headers = { 'Set-Cookie': request.serializeSessionCookie(sessionToken), 'Cache-Control': 'no-store' }
  const session = await shop.staff.findSession(sessionToken, clientNetwork)
  if (session?.actor) return redirectAfterSignIn(request, session, returnTo, headers)
  return { ...(await loadSecondFactorView({ ...request, session, sessionToken }, returnTo)), headers }
}

/** In place of both steps. */
async function signInWithPasskey(request: SignInRequest, returnTo: string): Promise<View | Response> {
  const { shop, clientNetwork } = request.args.context
  const sessionToken = await shop.staff.signInWithPasskey(String(request.formData.get('answer')), clientNetwork)
  await endEarlierSession(request)
  const headers = { 'Set-Cookie': request.serializeSessionCookie(sessionToken), 'Cache-Control': 'no-store' }
  const session = await shop.staff.findSession(sessionToken, clientNetwork)
  if (!session?.actor) throw new Error('a new session has no actor')
  return redirectAfterSignIn(request, session, returnTo, headers)
}

async function verifyCode(request: SignInRequest, returnTo: string): Promise<View | Response> {
  const { shop, clientNetwork } = request.args.context
  const code = String(request.formData.get('code') ?? '')
  const sessionToken = request.sessionToken ?? ''
  if (!request.session?.staff.hasSecondFactor) {
    return buildRecoveryCodesView(await shop.staff.confirmEnrolment(sessionToken, code, clientNetwork), returnTo)
  }
  await shop.staff.verifySecondFactor(sessionToken, code, clientNetwork)
  return redirectAfterSignIn(request, request.session, returnTo)
}

/** Redirects to the requested page, or shows its saved form, unless somebody else typed that. */
function redirectAfterSignIn(
  { args }: SignInRequest,
  { staff }: StaffSession,
  returnTo: string,
  extraHeaders: HeadersInit = {},
) {
  const { shop } = args.context
  const savedForm = getCookies(args).read('savedForm')
  const matchesReturnPath = savedForm?.path === returnTo.split('?', 1)[0]
  const isSameAccount = matchesReturnPath && isAccountTag(shop, savedForm?.account, 'staff', staff.id)
  const flash =
    matchesReturnPath && !isSameAccount ? createFlashMessage('info', foreignFormTexts.discardedMessage) : undefined
  const headers = new Headers(extraHeaders)
  for (const setCookieHeader of toSetCookieHeaders(shop, {
    flash,
    ...(matchesReturnPath && { savedForm: null }),
  }).getSetCookie())
    headers.append('Set-Cookie', setCookieHeader)
  if (savedForm && isSameAccount) return { ...buildResendFormView(returnTo, savedForm), headers }
  headers.set('Location', returnTo)
  return new Response(null, { status: 303, headers })
}

async function signOut(request: SignInRequest): Promise<Response> {
  const { args, serializeSessionCookie } = request
  await endEarlierSession(request)
  const headers = { 'Set-Cookie': serializeSessionCookie(null), Location: args.context.shop.backoffice.path }
  return new Response(null, { status: 303, headers })
}

/** Where the sign-in leads: what its form says, else to this very page. */
function readReturnTo({ args, formData }: SignInRequest): string {
  const { pathname, search } = new URL(args.request.url)
  if (!formData.has('returnTo')) return `${pathname}${search}`
  const rootPath = args.context.shop.backoffice.path
  const target = String(formData.get('returnTo'))
  return target.startsWith(`${rootPath}/`) ? target : rootPath
}
