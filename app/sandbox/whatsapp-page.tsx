import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { throwNotFound } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { sandboxPhoneTexts as texts } from '../texts/notices.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './whatsapp-page.css.ts'

export const handle: RouteHandle = { Layout: EmptyLayout }

/** Digits as they are typed, with the country's code or without. */
const readPhone = (value: unknown) =>
  String(value ?? '')
    .replace(/\D/g, '')
    .replace(/^55(?=\d{10,11}$)/, '')

/** A pretend phone: what the shop sent to a number. Outside the sandbox there is no such page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { isSandbox, whatsapp, profile } = context.shop
  if (!isSandbox) return throwNotFound()
  const phone = readPhone(new URL(request.url).searchParams.get('to'))
  return { phone, shopName: profile.name, messages: phone ? await whatsapp.listPhoneMessages(phone) : [] }
}

/** What its owner writes back. */
export async function action({ request, context }: ActionFunctionArgs) {
  const simulator = context.shop.simulators?.whatsapp
  if (!simulator) return throwNotFound()
  const formData = await readForm(request)
  const phone = readPhone(formData.get('to'))
  await simulator.replyFrom(phone, String(formData.get('text') ?? '').slice(0, 200))
  return redirect(`/sandbox/whatsapp?to=${phone}`, 303)
}

export const meta: MetaFunction = () => [{ title: texts.title }, { name: 'robots', content: 'noindex' }]

export default function SandboxWhatsappPage() {
  const { phone, shopName, messages } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <form>
        <TextField
          label={texts.numberLabel}
          name="to"
          type="tel"
          required
          defaultValue={phone}
          actionButton={<Button>{texts.show}</Button>}
        />
      </form>
      {phone && messages.length === 0 && <p>{texts.noMessages}</p>}
      {messages.length > 0 && (
        <section className={css.chat} aria-label={shopName}>
          <p className={css.chatHead}>{shopName}</p>
          {messages.map(({ id, text, button, writtenAt, state }) => (
            <article key={id} className={css.bubble}>
              <p>{text}</p>
              <p className={muted}>
                {formatDateAndTime(new Date(writtenAt))} · {texts.states[state]}
              </p>
              {button && (
                <p className={css.bubbleButton}>
                  {button.url ? <a href={button.url}>{button.label}</a> : button.label}
                </p>
              )}
            </article>
          ))}
          <PostForm className={css.replyForm} action={`/sandbox/whatsapp?to=${phone}`}>
            <input type="hidden" name="to" value={phone} />
            <TextField
              label={texts.replyLabel}
              hint={texts.replyHint}
              name="text"
              required
              actionButton={<Button variant="outline">{texts.reply}</Button>}
            />
          </PostForm>
        </section>
      )}
    </div>
  )
}
