import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Shop } from '#server/shop.ts'
import type { Actor, Permission } from '#server/staff/roles.ts'
import type { QueueWatcher, StaffSession } from '#server/staff/staff.ts'
import { buildTheme } from '../document/theme.server.ts'
import type { FlashMessage } from '../http/cookie-values.server.ts'
import { getCookies, toSetCookieHeaders } from '../http/cookies.server.ts'
import { createFormFactory, type Form, getSubmittedForm } from '../http/define-form.server.ts'
import { createAccountTag, isFormForAccount, pickEchoableFields } from '../http/form-account.server.ts'
import { parseId } from '../http/ids.ts'
import { readForm } from '../http/read-form.server.ts'
import { createFlashMessage, isShopError } from '../http/responses.server.ts'
import { getShopLogo } from '../http/shop-logo.server.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { formatErrorTitle } from '../texts/pages.ts'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { type ActorBackoffice, bindActor } from './actor-backoffice.ts'
import * as css from './backoffice.css.ts'
import { BackofficeDocument, type LayoutData, type View } from './document.tsx'
import { FormErrors } from './form-errors.tsx'
import { buildForeignFormView } from './resend-form-view.tsx'
import { handleSignIn } from './sign-in.tsx'
import type { FailedForm } from './staff-form.server.tsx'
import { findWatcher, loadSession, type RouteArgs, serializeSessionCookie } from './staff-session.server.ts'

export interface StaffRequest {
  shop: Shop
  actor: Actor
  /** What they do: the verbs of the back office, as them. */
  backoffice: ActorBackoffice
  url: URL
  /** Of what the page is about, as its address has it; 0 without one. */
  id: number
  params: RouteArgs['params']
  /** The back office's own path, for links: '/balcao'. */
  rootPath: string
  args: RouteArgs
  /** For hiding links and forms: verbs check again. */
  isAllowed: (permission: Permission) => boolean
  /** On the page of a form that was refused: what was typed into it, and what is wrong. */
  failedForm?: FailedForm
}

/**
 * A page for the staff: `loadView` runs for signed-in staff; everyone else sees the sign-in page.
 * @param loadWatchedView for a page that renews itself, after its session has ended
 */
export function createStaffLoader(
  loadView: (request: StaffRequest) => Promise<View | Response>,
  loadWatchedView?: (args: RouteArgs, watcher: QueueWatcher) => Promise<View>,
) {
  return async (args: LoaderFunctionArgs) => {
    const watcher = loadWatchedView && !(await loadSession(args)).session ? await findWatcher(args) : null
    if (loadWatchedView && watcher) return renderPage(args, await loadWatchedView(args, watcher), null)
    return handleStaffRequest(args, async (request) => {
      const view = await loadView(request)
      return view instanceof Response ? view : renderPage(args, view, request)
    })
  }
}

export interface StaffFormContext extends StaffRequest {
  formData: FormData
  /** What the form says its sender saw (`SeenState`); '' where it does not, which is refused. */
  seenHash: string
}

/** A redirect with a flash message, to the path that the form was sent to if to no other; or the page with the result. */
type RedirectOrView = { to?: string; flash?: string | undefined } | { view: View }

export const defineStaffForm = createFormFactory<StaffFormContext, RedirectOrView>((error) => {
  if (isShopError(error, ...pageGoneErrorCodes)) throw error
})

/** An action that takes these forms. A refused one is shown on the page that `loadView` loads, unless it leads elsewhere. */
export function createStaffAction(
  forms: Form<StaffFormContext, RedirectOrView>[],
  loadView: (request: StaffRequest, failedForm: FailedForm) => Promise<View | Response>,
) {
  return (args: ActionFunctionArgs) =>
    handleStaffRequest(args, async (request, formData) => {
      const seenHash = String(formData.get('seen_hash') ?? '')
      const outcome = await getSubmittedForm(forms, formData).submit({ ...request, args, formData, seenHash })
      if ('errorResponse' in outcome) {
        const { data: formActionData, init } = outcome.errorResponse
        const formState = toFormState(formActionData)
        const failedForm = { ...formState, message: formState.message ?? '' }
        const failedRequest = { ...request, failedForm }
        const view = await loadView(failedRequest, failedForm)
        if (view instanceof Response) return view
        return renderPage(args, { ...view, status: init?.status ?? 422, headers: init?.headers ?? {} }, failedRequest)
      }
      const { result } = outcome
      return 'view' in result
        ? renderPage(args, result.view, request)
        : redirectWithFlash(request, { to: request.url.pathname, ...result })
    })
}

/** Errors after which the form's page no longer exists. */
const pageGoneErrorCodes = [
  'staff.forbidden',
  'order.unknown',
  'customer.unknown',
  'product.unknown',
  'prescription.unknown',
  'problem.unknown',
] as const

/** 303, so that a reload sends nothing again. */
export function redirectWithFlash(
  { shop }: Pick<StaffRequest, 'shop'>,
  { to, flash }: { to: string; flash?: string | undefined },
): Response {
  const headers = toSetCookieHeaders(shop, flash ? { flash: createFlashMessage('ok', flash) } : {})
  headers.set('Location', to)
  return new Response(null, { status: 303, headers })
}

async function handleStaffRequest(
  args: RouteArgs,
  handleRequest: (request: StaffRequest, formData: FormData) => Promise<Response>,
): Promise<Response> {
  const { shop } = args.context
  const rootPath = shop.backoffice.path
  const { session, sessionToken } = await loadSession(args)
  const formData = shouldSkipBody(args.request, session) ? new FormData() : await readForm(args.request)
  if (!session?.actor) return renderSignIn(args, session, sessionToken, formData)
  args.context.tagLogWithAccount(`staff ${session.actor.staffId}`)
  const { actor } = session
  const url = new URL(args.request.url)
  const isAllowed = (permission: Permission) => shop.staff.hasPermission(actor, permission)
  const { params } = args
  const backoffice = bindActor(shop.backoffice, actor)
  const request: StaffRequest = {
    shop,
    actor,
    backoffice,
    url,
    id: parseId(params.id),
    params,
    rootPath,
    args,
    isAllowed,
  }
  if (!isFormForAccount(shop, formData, 'staff', session.staff.id)) {
    return renderPage(args, buildForeignFormView(url, pickEchoableFields(formData)), request)
  }
  if (formData.get('intent') === 'sair') return renderSignIn(args, session, sessionToken, formData)
  try {
    return await handleRequest(request, formData)
  } catch (error) {
    if (!isShopError(error)) throw error
    args.context.logRefusal(error.code)
    // Forbidden is shown as not found.
    return renderPage(args, buildErrorView(error.status, error.message, rootPath), request)
  }
}

/** Uploads of signed-out requests are not read: only typed text is kept until after the sign-in. */
function shouldSkipBody({ method, headers }: Request, session: StaffSession | null): boolean {
  return method === 'GET' || (!session?.actor && /^multipart\//i.test(headers.get('Content-Type') ?? ''))
}

function buildErrorView(status: number, message: string, rootPath: string): View {
  return {
    title: texts.notFound,
    status,
    body: (
      <EmptyState
        headingLevel={1}
        statusCode={status}
        title={message}
        actions={<a href={rootPath}>{texts.goToQueue}</a>}
      />
    ),
  }
}

/** The sign-in in place of any page (401) or at the back office's own path; it keeps a form that arrives after the session has ended. */
async function renderSignIn(
  args: RouteArgs,
  session: StaffSession | null,
  sessionToken: string | null,
  formData: FormData,
): Promise<Response> {
  const outcome = await handleSignIn({
    args,
    session,
    formData,
    sessionToken,
    serializeSessionCookie: (sessionToken) => serializeSessionCookie(args, sessionToken),
  })
  if (outcome instanceof Response) return outcome
  const replacesPage = new URL(args.request.url).pathname !== args.context.shop.backoffice.path
  return renderPage(args, replacesPage ? { status: 401, ...outcome } : outcome, null)
}

/** A page for people without an account yet. */
export function renderPublicPage(args: RouteArgs, view: View): Promise<Response> {
  return renderPage(args, view, null)
}

export function redirectToSignIn({ context: { shop } }: RouteArgs, flash: string): Response {
  return redirectWithFlash({ shop }, { to: shop.backoffice.path, flash })
}

async function renderPage(args: RouteArgs, view: View, request: StaffRequest | null): Promise<Response> {
  const { shop, stylesheets } = args.context
  const flash: FlashMessage | null = getCookies(args).read('flash')
  const hasFormErrors = args.request.method === 'POST' && (view.status ?? 200) >= 400
  const html = renderToStaticMarkup(
    <BackofficeDocument
      title={hasFormErrors ? formatErrorTitle(view.title) : view.title}
      shopName={shop.profile.name}
      shopLogo={getShopLogo(shop)}
      themeCss={
        buildTheme({ profile: shop.profile, palette: view.palette === undefined ? shop.palette : view.palette })?.css ??
        null
      }
      rootPath={shop.backoffice.path}
      currentPath={new URL(args.request.url).pathname}
      stylesheet={[...stylesheets.keys()].find((path) => path.startsWith('/assets/server-build-')) ?? null}
      layoutData={request && (await loadLayoutData(request))}
      flash={flash}
      refresh={view.refresh}
      skipLink={view.skipLink}
      script={view.script}
      accountTag={request?.actor.staffId ? createAccountTag(shop, 'staff', request.actor.staffId) : undefined}
    >
      {view.body ?? (
        <div className={stack}>
          <div className={css.pageHeader}>
            <h1>{view.heading ?? view.title}</h1>
            {view.header}
          </div>
          <FormErrors failedForm={request?.failedForm} focusedField={view.focusedField} />
          {view.content}
        </div>
      )}
    </BackofficeDocument>,
  )
  const headers = toSetCookieHeaders(shop, flash ? { flash: null } : {})
  for (const [name, value] of new Headers(view.headers)) headers.append(name, value)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex')
  return new Response(`<!DOCTYPE html>${html}`, { status: view.status ?? 200, headers })
}

async function loadLayoutData({
  shop,
  actor,
  backoffice,
  rootPath,
  isAllowed,
  args,
}: StaffRequest): Promise<LayoutData> {
  const { session } = await loadSession(args)
  const orderCountByStatus = await shop.orders.queue.countQueueByStatus(actor.branchId)
  const problemCount = await backoffice.problems.countOpenProblems()
  const openOrderCount = Object.values(orderCountByStatus).reduce((sum, count) => sum + count, 0)
  const { nav, moreNav } = texts
  const pendingQuotes = isAllowed('prescriptions.see') ? await backoffice.quotes.listPendingQuotes() : []
  const prescriptionCount = (orderCountByStatus.prescription_review ?? 0) + pendingQuotes.length
  return {
    actor,
    isAtRest: await shop.isAtRest(),
    sessionEndsAt: session?.endsAt ?? shop.clock.now(),
    navLinks: [
      { name: nav.queue, href: rootPath, count: openOrderCount },
      ...(isAllowed('prescriptions.see')
        ? [{ name: nav.prescriptions, href: `${rootPath}/receitas`, count: prescriptionCount }]
        : []),
      { name: nav.pickup, href: `${rootPath}/retirada`, count: orderCountByStatus.ready_for_pickup ?? 0 },
      { name: nav.problems, href: `${rootPath}/pedidos-de-clientes`, count: problemCount },
      { name: nav.products, href: `${rootPath}/produtos` },
      { name: nav.bag, href: `${rootPath}/sacola` },
      ...(isAllowed('customers.search') ? [{ name: nav.customers, href: `${rootPath}/clientes` }] : []),
      ...(isAllowed('figures.see')
        ? [{ name: nav.sales, href: `${rootPath}/vendas`, tabPath: `${rootPath}/hoje` }]
        : []),
    ],
    accountMenuLinks: [
      ...(isAllowed('window.change') ? [{ name: nav.merchandising, href: `${rootPath}/vitrine` }] : []),
      ...(isAllowed('shop.change') ? [{ name: moreNav.shop, href: `${rootPath}/loja` }] : []),
      ...(isAllowed('window.change') ? [{ name: moreNav.branches, href: `${rootPath}/lojas` }] : []),
      ...(isAllowed('staff.manage') ? [{ name: moreNav.staff, href: `${rootPath}/equipe` }] : []),
      ...(isAllowed('keys.manage') ? [{ name: moreNav.systems, href: `${rootPath}/sistemas` }] : []),
      { name: moreNav.passkeys, href: `${rootPath}/chaves` },
      { name: moreNav.audit, href: `${rootPath}/auditoria` },
    ],
  }
}
