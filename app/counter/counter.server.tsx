import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { parseCookie, stringifySetCookie } from 'cookie'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Shop } from '#server/shop.ts'
import type { Actor, Permission } from '#server/staff/roles.ts'
import type { StaffSession } from '#server/staff/staff.ts'
import { cookieHeaders, cookiesOf, type FlashMessage } from '../http/cookies.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, isRefusal, refusalOf, retryHeaders } from '../http/responses.server.ts'
import { counterTexts as texts } from '../texts/counter.ts'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { CounterDocument, type Frame, type View } from './counter-document.tsx'
import { signInView } from './sign-in.tsx'

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** What a signed-in request has. */
export interface Desk {
  shop: Shop
  actor: Actor
  url: URL
  params: Args['params']
  /** The counter's own address, for links: '/balcao'. */
  root: string
  args: Args
}

/** Until the browser is closed; the server ends it much earlier. `__Host-`: of this host alone, over https (or on localhost). */
const cookieName = '__Host-staff'

/** A page for the staff: `show` runs with who is signed in; everybody else gets the sign-in. */
export function deskLoader(show: (desk: Desk) => Promise<View | Response>) {
  return (args: LoaderFunctionArgs) =>
    answer(args, async (desk) => {
      const view = await show(desk)
      return view instanceof Response ? view : render(args, view, desk)
    })
}

/**
 * A form of the staff's. `act` gives where to go on and the sentence shown there, or the page again; a refusal of the shop's is shown
 * by `show` above the page as it is now, with what was typed.
 */
export function deskAction(
  act: (desk: Desk, form: FormData) => Promise<Outcome | View>,
  show: (desk: Desk, refused: RefusedForm) => Promise<View>,
) {
  return (args: ActionFunctionArgs) =>
    answer(args, async (desk, form) => {
      try {
        const outcome = await act(desk, form)
        return 'body' in outcome ? render(args, outcome, desk) : seeOther(desk, outcome)
      } catch (error) {
        if (isRefusal(error, ...absent)) throw error
        const refusal = refusalOf(args.context, error)
        const view = await show(desk, { form, message: refusal.message, field: refusal.field })
        return render(args, { ...view, status: refusal.status, headers: retryHeaders(refusal) }, desk)
      }
    })
}

/** A form as it was sent, and why it was refused. */
export interface RefusedForm {
  form: FormData
  message: string
  field: string | undefined
}

/** Refusals after which there is no page to show the form on. */
const absent = [
  'staff.forbidden',
  'order.unknown',
  'customer.unknown',
  'product.unknown',
  'prescription.unknown',
] as const

/** Where a form leads, and the sentence shown there. */
export interface Outcome {
  to: string
  flash?: string | undefined
}

/** 303, so that a reload sends nothing again. */
function seeOther({ shop }: Pick<Desk, 'shop'>, { to, flash }: Outcome): Response {
  const headers = cookieHeaders(shop, flash ? { flash: flashMessage('ok', flash) } : {})
  headers.set('Location', to)
  return new Response(null, { status: 303, headers })
}

async function answer(args: Args, work: (desk: Desk, form: FormData) => Promise<Response>): Promise<Response> {
  const { shop } = args.context
  const root = shop.counter.path
  const session = await sessionOf(args)
  const form = isUnread(args.request, session) ? new FormData() : await readForm(args.request)
  if (!session?.actor || form.get('intent') === 'sair') return signIn(args, session, form)
  const url = new URL(args.request.url)
  const desk: Desk = { shop, actor: session.actor, url, params: args.params, root, args }
  try {
    return await work(desk, form)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // What one may not see does not exist.
    return render(args, refusalView(error.status, error.message, root), desk)
  }
}

/** A stranger's files are not read: only what was typed is kept for after the sign-in. */
function isUnread({ method, headers }: Request, session: StaffSession | null): boolean {
  return method === 'GET' || (!session?.actor && /^multipart\//i.test(headers.get('Content-Type') ?? ''))
}

function refusalView(status: number, message: string, root: string): View {
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

/** The sign-in in place of any page; a form that arrives too late is kept in it. */
async function signIn(args: Args, session: StaffSession | null, form: FormData): Promise<Response> {
  const outcome = await signInView({ args, session, form, token: tokenOf(args), tokenCookie })
  return outcome instanceof Response ? outcome : render(args, outcome, null)
}

/** A page for who has no account yet. */
export function publicPage(args: Args, view: View): Promise<Response> {
  return render(args, view, null)
}

/** To the sign-in, with a sentence there. */
export function signInWith({ context: { shop } }: Args, flash: string): Response {
  return seeOther({ shop }, { to: shop.counter.path, flash })
}

/** The token that a request carries; null without one. */
function tokenOf({ request }: { request: Request }): string | null {
  return parseCookie(request.headers.get('Cookie') ?? '')[cookieName] ?? null
}

/** The Set-Cookie line for a token, or (null) without one. */
function tokenCookie(token: string | null): string {
  return stringifySetCookie({
    name: cookieName,
    value: token ?? '',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'strict',
    ...(token === null && { maxAge: 0 }),
  })
}

/** A page that goes on by itself (`auto`) does not keep its session alive. */
async function sessionOf(args: Args): Promise<StaffSession | null> {
  const isUse = !new URL(args.request.url).searchParams.has('auto')
  return args.context.shop.staff.findSession(tokenOf(args), args.context.network, { isUse })
}

/** Whether the actor may; pages leave out what they may not. Every verb asks again. */
export function may(shop: Shop, actor: Actor, permission: Permission): boolean {
  return shop.staff.may(actor, permission)
}

async function render(args: Args, view: View, desk: Desk | null): Promise<Response> {
  const { shop, stylesheets } = args.context
  const flash: FlashMessage | null = cookiesOf(args).read('flash')
  const html = renderToStaticMarkup(
    <CounterDocument
      title={view.title}
      shopName={shop.profile.name}
      root={shop.counter.path}
      currentPath={new URL(args.request.url).pathname}
      stylesheet={[...stylesheets.keys()].find((path) => path.startsWith('/assets/server-build-')) ?? null}
      frame={desk && (await frameOf(desk, args))}
      flash={flash}
      refresh={view.refresh}
      skipTo={view.skipTo}
      script={view.script}
    >
      {view.body}
    </CounterDocument>,
  )
  const headers = cookieHeaders(shop, flash ? { flash: null } : {})
  for (const [name, value] of new Headers(view.headers)) headers.append(name, value)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex')
  return new Response(`<!DOCTYPE html>${html}`, { status: view.status ?? 200, headers })
}

async function frameOf({ shop, actor, root }: Desk, args: Args): Promise<Frame> {
  const session = await sessionOf(args)
  const counts = await shop.orders.queue.countQueue(actor.branchId)
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { nav, more } = texts
  const allowed = (permission: Permission) => may(shop, actor, permission)
  return {
    actor,
    sessionEndsAt: session?.endsAt ?? shop.clock.now(),
    nav: [
      { name: nav.queue, href: root, count: open },
      ...(allowed('prescriptions.see')
        ? [{ name: nav.prescriptions, href: `${root}/receitas`, count: counts.prescription_review ?? 0 }]
        : []),
      { name: nav.products, href: `${root}/produtos` },
      ...(allowed('customers.search') ? [{ name: nav.customers, href: `${root}/clientes` }] : []),
      ...(allowed('window.change') ? [{ name: nav.window, href: `${root}/vitrine` }] : []),
      ...(allowed('figures.see') ? [{ name: nav.today, href: `${root}/hoje` }] : []),
    ],
    more: [
      ...(allowed('staff.manage') ? [{ name: more.staff, href: `${root}/equipe` }] : []),
      ...(allowed('keys.manage') ? [{ name: more.systems, href: `${root}/sistemas` }] : []),
      { name: more.audit, href: `${root}/auditoria` },
    ],
  }
}
