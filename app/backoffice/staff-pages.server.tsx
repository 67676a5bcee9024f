import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import type { Shop } from '#server/shop.ts'
import type { Actor, Permission } from '#server/staff/roles.ts'
import type { StaffSession } from '#server/staff/staff.ts'
import type { FlashMessage } from '../http/cookie-values.server.ts'
import { cookieHeaders, cookiesOf } from '../http/cookies.server.ts'
import { createFormFactory, type Form, submittedForm } from '../http/define-form.server.ts'
import { accountTag, isFormForAccount, submittedFields } from '../http/form-account.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, isShopError } from '../http/responses.server.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { errorTitle } from '../texts/pages.ts'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { type FormState, formStateOf } from '../ui/field/form-fields.ts'
import { BackofficeDocument, type Frame, type View } from './document.tsx'
import { foreignFormView } from './resend-form.tsx'
import { signInView } from './sign-in.tsx'
import { type Args, sessionOf, tokenCookie } from './staff-session.server.ts'

/** The context of a signed-in staff request. */
export interface StaffRequest {
  shop: Shop
  actor: Actor
  url: URL
  params: Args['params']
  /** The counter's own address, for links: '/balcao'. */
  root: string
  args: Args
}

/** A page for the staff: `show` runs for signed-in staff; everyone else sees the sign-in page. */
export function staffLoader(show: (request: StaffRequest) => Promise<View | Response>) {
  return (args: LoaderFunctionArgs) =>
    handleStaffRequest(args, async (request) => {
      const view = await show(request)
      return view instanceof Response ? view : render(args, view, request)
    })
}

/** The context of a staff form submission. */
export interface StaffFormContext extends StaffRequest {
  form: FormData
}

/** A redirect with a flash message, or the page re-rendered with the result. */
type Next = { to: string; flash?: string | undefined } | { view: View }

/** Defines a staff form. */
export const staffForm = createFormFactory<StaffFormContext, Next>((fault) => {
  if (isShopError(fault, ...pageGoneCodes)) throw fault
})

/** Why a form was refused, and what was typed into it. */
export type FailedForm = FormState & { message: string }

/** An action that takes these forms. A refused one is shown by `show` on the page as it is now. */
export function staffAction(
  forms: Form<StaffFormContext, Next>[],
  show: (request: StaffRequest, failedForm: FailedForm) => Promise<View>,
) {
  return (args: ActionFunctionArgs) =>
    handleStaffRequest(args, async (request, form) => {
      const outcome = await submittedForm(forms, form).submit({ ...request, args, form })
      if ('errorReply' in outcome) {
        const { data: reply, init } = outcome.errorReply
        const formState = formStateOf(reply)
        const view = await show(request, { ...formState, message: formState.message ?? '' })
        return render(args, { ...view, status: init?.status ?? 422, headers: init?.headers ?? {} }, request)
      }
      const { next } = outcome
      return 'view' in next ? render(args, next.view, request) : seeOther(request, next)
    })
}

/** Errors after which the form's page no longer exists. */
const pageGoneCodes = [
  'staff.forbidden',
  'order.unknown',
  'customer.unknown',
  'product.unknown',
  'prescription.unknown',
  'problem.unknown',
] as const

/** Raw field text; the service parses it. */
export const rawText = z.string().default('')

/** 303, so that a reload sends nothing again. */
function seeOther(
  { shop }: Pick<StaffRequest, 'shop'>,
  { to, flash }: { to: string; flash?: string | undefined },
): Response {
  const headers = cookieHeaders(shop, flash ? { flash: flashMessage('ok', flash) } : {})
  headers.set('Location', to)
  return new Response(null, { status: 303, headers })
}

async function handleStaffRequest(
  args: Args,
  work: (request: StaffRequest, form: FormData) => Promise<Response>,
): Promise<Response> {
  const { shop } = args.context
  const root = shop.backoffice.path
  const { session, token } = await sessionOf(args)
  const form = shouldSkipBody(args.request, session) ? new FormData() : await readForm(args.request)
  if (!session?.actor) return signIn(args, session, token, form)
  args.context.tagLogWithAccount(`staff ${session.actor.staffId}`)
  const url = new URL(args.request.url)
  const request: StaffRequest = { shop, actor: session.actor, url, params: args.params, root, args }
  if (!isFormForAccount(shop, form, 'staff', session.staff.id)) {
    return render(args, foreignFormView(url, submittedFields(form)), request)
  }
  if (form.get('intent') === 'sair') return signIn(args, session, token, form)
  try {
    return await work(request, form)
  } catch (error) {
    if (!isShopError(error)) throw error
    args.context.logRefusal(error.code)
    // Forbidden is shown as not found.
    return render(args, errorView(error.status, error.message, root), request)
  }
}

/** Uploads of signed-out requests are not read: only typed text is kept until after the sign-in. */
function shouldSkipBody({ method, headers }: Request, session: StaffSession | null): boolean {
  return method === 'GET' || (!session?.actor && /^multipart\//i.test(headers.get('Content-Type') ?? ''))
}

function errorView(status: number, message: string, root: string): View {
  return {
    title: texts.notFound,
    status,
    body: (
      <EmptyState level={1} code={status} title={message} actions={<a href={root}>{texts.toQueue}</a>}>
        {null}
      </EmptyState>
    ),
  }
}

/** The sign-in in place of any page (401) or at the counter's own address; a form that arrives too late is kept in it. */
async function signIn(
  args: Args,
  session: StaffSession | null,
  token: string | null,
  form: FormData,
): Promise<Response> {
  const outcome = await signInView({ args, session, form, token, tokenCookie: (token) => tokenCookie(args, token) })
  if (outcome instanceof Response) return outcome
  const isInPlace = new URL(args.request.url).pathname !== args.context.shop.backoffice.path
  return render(args, isInPlace ? { status: 401, ...outcome } : outcome, null)
}

/** A page for people without an account yet. */
export function publicPage(args: Args, view: View): Promise<Response> {
  return render(args, view, null)
}

/** Redirects to the sign-in page with a flash message. */
export function redirectToSignIn({ context: { shop } }: Args, flash: string): Response {
  return seeOther({ shop }, { to: shop.backoffice.path, flash })
}

/** Whether the actor has the permission, for hiding links; services check again. */
export function may(shop: Shop, actor: Actor, permission: Permission): boolean {
  return shop.staff.may(actor, permission)
}

async function render(args: Args, view: View, request: StaffRequest | null): Promise<Response> {
  const { shop, stylesheets } = args.context
  const flash: FlashMessage | null = cookiesOf(args).read('flash')
  const hasFormErrors = args.request.method === 'POST' && (view.status ?? 200) >= 400
  const html = renderToStaticMarkup(
    <BackofficeDocument
      title={hasFormErrors ? errorTitle(view.title) : view.title}
      shopName={shop.profile.name}
      root={shop.backoffice.path}
      currentPath={new URL(args.request.url).pathname}
      stylesheet={[...stylesheets.keys()].find((path) => path.startsWith('/assets/server-build-')) ?? null}
      frame={request && (await loadFrame(request, args))}
      flash={flash}
      refresh={view.refresh}
      skipTo={view.skipTo}
      script={view.script}
      account={request?.actor.staffId ? accountTag(shop, 'staff', request.actor.staffId) : undefined}
    >
      {view.body}
    </BackofficeDocument>,
  )
  const headers = cookieHeaders(shop, flash ? { flash: null } : {})
  for (const [name, value] of new Headers(view.headers)) headers.append(name, value)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex')
  return new Response(`<!DOCTYPE html>${html}`, { status: view.status ?? 200, headers })
}

async function loadFrame({ shop, actor, root }: StaffRequest, args: Args): Promise<Frame> {
  const { session } = await sessionOf(args)
  const counts = await shop.orders.queue.countQueue(actor.branchId)
  const problemCount = await shop.backoffice.problems.count(actor)
  const openCount = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { nav, more } = texts
  const allowed = (permission: Permission) => may(shop, actor, permission)
  const quotes = allowed('prescriptions.see') ? await shop.backoffice.quotes.listPending(actor) : []
  const prescriptionCount = (counts.prescription_review ?? 0) + quotes.length
  return {
    actor,
    sessionEndsAt: session?.endsAt ?? shop.clock.now(),
    nav: [
      { name: nav.queue, href: root, count: openCount },
      ...(allowed('prescriptions.see')
        ? [{ name: nav.prescriptions, href: `${root}/receitas`, count: prescriptionCount }]
        : []),
      { name: nav.pickup, href: `${root}/retirada`, count: counts.ready_for_pickup ?? 0 },
      { name: nav.problems, href: `${root}/pedidos-de-clientes`, count: problemCount },
      { name: nav.products, href: `${root}/produtos` },
      { name: nav.bag, href: `${root}/sacola` },
      ...(allowed('customers.search') ? [{ name: nav.customers, href: `${root}/clientes` }] : []),
      ...(allowed('figures.see') ? [{ name: nav.today, href: `${root}/hoje` }] : []),
    ],
    more: [
      ...(allowed('window.change') ? [{ name: nav.window, href: `${root}/vitrine` }] : []),
      ...(allowed('window.change') ? [{ name: more.branches, href: `${root}/lojas` }] : []),
      ...(allowed('staff.manage') ? [{ name: more.staff, href: `${root}/equipe` }] : []),
      ...(allowed('keys.manage') ? [{ name: more.systems, href: `${root}/sistemas` }] : []),
      { name: more.passkeys, href: `${root}/chaves` },
      { name: more.audit, href: `${root}/auditoria` },
    ],
  }
}
