import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { throwNotFound } from '../http/responses.server.ts'
import { EmptyLayout } from '../shell/empty-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { sandboxEmailTexts as texts } from '../texts/mail.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { EmailText } from './email-text.tsx'

export const handle: RouteHandle = { Layout: EmptyLayout }

/** The e-mails that the shop wrote to an address. Outside the sandbox there is no such page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { isSandbox, mail } = context.shop
  if (!isSandbox) return throwNotFound()
  const recipient = new URL(request.url).searchParams.get('to') ?? ''
  return { recipient, emails: recipient ? await mail.listByRecipient(recipient) : [] }
}

export const meta: MetaFunction = () => [{ title: texts.title }, { name: 'robots', content: 'noindex' }]

export default function SandboxEmailsPage() {
  const { recipient, emails } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <form>
        <TextField
          label={texts.recipientLabel}
          name="to"
          type="email"
          required
          defaultValue={recipient}
          actionButton={<Button>{texts.show}</Button>}
        />
      </form>
      {recipient && emails.length === 0 && <p>{texts.noEmails}</p>}
      {emails.map(({ id, subject, text, writtenAt }) => (
        <Panel key={id} title={subject}>
          <EmailText sentAtText={formatDateAndTime(writtenAt)} text={text} />
        </Panel>
      ))}
    </div>
  )
}
