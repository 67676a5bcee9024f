import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { ReactNode } from 'react'
import { renderSVG } from 'uqr'
import type { StaffSession } from '#server/staff/staff.ts'
import { cookieHeaders } from '../http/cookies.server.ts'
import { isAccountTag, typedIn } from '../http/form-account.server.ts'
import { flashMessage, refusalOf, retryHeaders } from '../http/responses.server.ts'
import { muted, stack, tightStack } from '../styles/shared.css.ts'
import { staffSignInTexts as texts } from '../texts/backoffice.ts'
import { foreignFormTexts } from '../texts/foreign-form.ts'
import { passkeyTexts } from '../texts/passkeys.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { accountField } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { QrCode } from '../ui/qr-code/qr-code.tsx'
import { ResendForm } from '../ui/resend-form/resend-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import { pairsIn, readPendingForm } from './pending-form.ts'

interface Asked {
  args: LoaderFunctionArgs | ActionFunctionArgs
  /** Present while the second factor is still to come. */
  session: StaffSession | null
  form: FormData
  token: string | null
  tokenCookie(token: string | null): string
}

/** Where the sign-in leads, and the form that arrived after its session had ended. */
interface Resumption {
  returnTo: string
  /** The fields as JSON; '' for none. */
  pending: string
}

/** The sign-in, in place of any page of the counter: e-mail and password, then the code. */
export async function signInView(asked: Asked): Promise<View | Response> {
  const { args, form, session } = asked
  const resumption = resumptionOf(asked)
  if (form.get('intent') === 'sair') return leave(asked)
  try {
    if (session && form.has('code')) return await takeCode(asked, resumption)
    if (form.has('answer')) return await signInByPasskey(asked, resumption)
    if (form.has('email') && form.has('password')) return await takePassword(asked, resumption)
  } catch (error) {
    const refusal = refusalOf(args.context, error)
    const step = session ? secondStep : firstStep
    const view = await step(asked, resumption, refusal.message)
    return { ...view, status: refusal.status, headers: retryHeaders(refusal) }
  }
  return session ? secondStep(asked, resumption) : firstStep(asked, resumption)
}

async function takePassword(asked: Asked, resumption: Resumption): Promise<View | Response> {
  const { shop, network } = asked.args.context
  const text = (name: string) => String(asked.form.get(name) ?? '')
  const token = await shop.staff.signIn(text('email'), text('password'), network)
  const headers = { 'Set-Cookie': asked.tokenCookie(token), 'Cache-Control': 'no-store' }
  const session = await shop.staff.findSession(token, network)
  if (session?.actor) return goOn(asked, session, resumption, headers)
  return { ...(await secondStep({ ...asked, session, token }, resumption)), headers }
}

/** In place of both steps. */
async function signInByPasskey(asked: Asked, resumption: Resumption): Promise<View | Response> {
  const { shop, network } = asked.args.context
  const token = await shop.staff.signInByPasskey(String(asked.form.get('answer')), network)
  const headers = { 'Set-Cookie': asked.tokenCookie(token), 'Cache-Control': 'no-store' }
  const session = await shop.staff.findSession(token, network)
  if (!session?.actor) throw new Error('a new session has no actor')
  return goOn(asked, session, resumption, headers)
}

async function takeCode(asked: Asked, resumption: Resumption): Promise<View | Response> {
  const { shop, network } = asked.args.context
  const code = String(asked.form.get('code') ?? '')
  const token = asked.token ?? ''
  if (!asked.session?.staff.hasSecondFactor) {
    return recoveryView(await shop.staff.confirmSecondFactor(token, code, network), resumption)
  }
  await shop.staff.verify(token, code, network)
  return goOn(asked, asked.session, resumption)
}

/** To the page that was asked for, or to the form that waits, unless somebody else typed it. */
function goOn({ args }: Asked, { staff }: StaffSession, resumption: Resumption, headers: HeadersInit = {}) {
  const { shop } = args.context
  const pending = pairsIn(resumption.pending)
  const isOwn = pending.every(([name, tag]) => name !== accountField || isAccountTag(shop, tag, 'staff', staff.id))
  if (pending.length > 0 && isOwn) return { ...resumeView(resumption), headers }
  const all = new Headers(headers)
  if (!isOwn) {
    const flash = { flash: flashMessage('info', foreignFormTexts.dropped) }
    for (const line of cookieHeaders(shop, flash).getSetCookie()) all.append('Set-Cookie', line)
  }
  all.set('Location', resumption.returnTo)
  return new Response(null, { status: 303, headers: all })
}

async function leave({ args, token, tokenCookie }: Asked): Promise<Response> {
  if (token) await args.context.shop.staff.signOut(token)
  const headers = { 'Set-Cookie': tokenCookie(null), Location: args.context.shop.counter.path }
  return new Response(null, { status: 303, headers })
}

/** Of the form that carries it; else this very request is what waits for the sign-in. */
function resumptionOf({ args, form }: Asked): Resumption {
  const { pathname, search } = new URL(args.request.url)
  const root = args.context.shop.counter.path
  if (form.has('returnTo')) {
    const target = String(form.get('returnTo'))
    return { returnTo: target.startsWith(`${root}/`) ? target : root, pending: String(form.get('pending') ?? '') }
  }
  const typed = typedIn(form)
  // Of a form with a file nothing was read: it is filled in again, on its page.
  const isForm = typed.length > 0 && !form.has('password')
  return { returnTo: `${pathname}${search}`, pending: isForm ? JSON.stringify(typed).slice(0, 4_000) : '' }
}

async function firstStep({ args, form }: Asked, resumption: Resumption, refused?: string): Promise<View> {
  const { shop } = args.context
  return {
    title: texts.title,
    script: passkeyScript,
    body: (
      <Sign title={texts.title} intro={texts.intro(shop.profile.name)}>
        <Panel title={texts.step1}>
          <Form root={shop.counter.path} resumption={resumption} refused={refused}>
            <TextField
              label={texts.email}
              name="email"
              type="email"
              autoComplete="username webauthn"
              required
              defaultValue={String(form.get('email') ?? '')}
            />
            <TextField
              label={texts.password}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              error={refused}
            />
            <Button size="wide">{texts.next}</Button>
          </Form>
          <PasskeyForm kind="get" options={shop.staff.passkeyOptions()} action={shop.counter.path}>
            <input type="hidden" name="returnTo" value={resumption.returnTo} />
            <input type="hidden" name="pending" value={resumption.pending} />
            <Button size="wide" variant="outline">
              {passkeyTexts.signIn}
            </Button>
          </PasskeyForm>
          <p className={muted}>{texts.idle}</p>
          <p className={muted}>{texts.lost}</p>
        </Panel>
      </Sign>
    ),
  }
}

/** The code; or the first time the QR code from which the app reads its secret. */
async function secondStep(asked: Asked, resumption: Resumption, refused?: string): Promise<View> {
  const { shop } = asked.args.context
  const enrolment = await shop.staff.enrolment(asked.token ?? '')
  const title = enrolment ? texts.enrolTitle : texts.title
  return {
    title,
    body: (
      <Sign title={title} intro={asked.session?.staff.email ?? ''}>
        <Panel title={enrolment ? undefined : texts.step2}>
          {enrolment && (
            <>
              <p>{texts.enrol}</p>
              <QrCode
                src={`data:image/svg+xml,${encodeURIComponent(renderSVG(enrolment.uri, { border: 0 }))}`}
                label={texts.qr}
              />
              <p>
                {texts.secret} <code>{enrolment.secret}</code>
              </p>
            </>
          )}
          <Form root={shop.counter.path} resumption={resumption} refused={refused}>
            <TextField
              label={texts.code}
              hint={texts.codeHint}
              name="code"
              autoComplete="one-time-code"
              maxLength={12}
              required
              autoFocus
              error={refused}
            />
            <Button size="wide">{enrolment ? texts.confirm : texts.enter}</Button>
          </Form>
          {!enrolment && <p className={muted}>{texts.lost}</p>}
          <PostForm action={shop.counter.path}>
            <Button variant="text" name="intent" value="sair">
              {texts.other}
            </Button>
          </PostForm>
        </Panel>
      </Sign>
    ),
  }
}

function recoveryView(codes: string[], { returnTo }: Resumption): View {
  return {
    title: texts.recoveryTitle,
    body: (
      <Sign title={texts.recoveryTitle} intro={texts.recovery}>
        <Panel as="div">
          <ul>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <ButtonLink variant="solid" href={returnTo}>
            {texts.saved}
          </ButtonLink>
        </Panel>
      </Sign>
    ),
  }
}

/** What was typed into the form whose session had ended, ready to be sent again. */
function resumeView({ returnTo, pending }: Resumption, title = texts.resumeTitle, intro = texts.resume): View {
  const { act, fields } = readPendingForm(pending)
  return {
    title,
    body: (
      <Sign title={title} intro={intro}>
        <Panel title={act}>
          <ResendForm action={returnTo} fields={fields} submit={texts.resend} />
          <p>
            <a href={returnTo}>{texts.discard}</a>
          </p>
        </Panel>
      </Sign>
    ),
  }
}

/** A form of a page that was made for somebody else, who shares this browser. */
export function foreignFormView({ pathname, search }: URL, fields: [name: string, value: string][]): View {
  const resumption = { returnTo: `${pathname}${search}`, pending: JSON.stringify(fields) }
  return { ...resumeView(resumption, foreignFormTexts.staffTitle, foreignFormTexts.refused), status: 422 }
}

function Sign({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <div className={`${stack} ${css.sign}`}>
      <div className={tightStack}>
        <h1>{title}</h1>
        <p className={muted}>{intro}</p>
      </div>
      {children}
    </div>
  )
}

type FormProps = { root: string; resumption: Resumption; refused: string | undefined; children: ReactNode }

function Form({ root, resumption, refused, children }: FormProps) {
  return (
    <PostForm className={stack} action={root}>
      {refused && (
        <Message tone="error" title={texts.refused} role="alert">
          <p>{refused}</p>
        </Message>
      )}
      <input type="hidden" name="returnTo" value={resumption.returnTo} />
      <input type="hidden" name="pending" value={resumption.pending} />
      {children}
    </PostForm>
  )
}
