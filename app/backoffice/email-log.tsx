import { muted, outdent, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import * as css from './backoffice.css.ts'
import { SeenState } from './seen-state.tsx'

interface LoggedEmail {
  id: number
  subject: string
  writtenAt: Date
  /** For the form that sends it again, where that says what it saw. */
  seenHash?: string
  /** Of an older version there may be nothing to write it again from. */
  isResendable?: boolean
}

type Props = {
  emails: LoggedEmail[]
  /** The hash of what the page shows, where its forms say it. */
  seenHash?: string | undefined
  mayResend: boolean
  now: Date
}

/** The e-mails to a customer; the button resends one (`mensagem`). */
export function EmailLog({ emails, seenHash, mayResend, now }: Props) {
  return (
    <Panel title={texts.emails}>
      {emails.length === 0 ? (
        <p className={muted}>{texts.noEmails}</p>
      ) : (
        <ul className={css.historyList}>
          {emails.map((email) => (
            <li key={email.id}>
              <time dateTime={email.writtenAt.toISOString()}>{formatTimestamp(email.writtenAt, now)}</time>
              <span>{email.subject}</span>
              {mayResend && (email.isResendable ?? true) && (
                <PostForm className={outdent}>
                  <input type="hidden" name="email_id" value={email.id} />
                  <SeenState seenHash={email.seenHash ?? seenHash ?? ''} />
                  <Button variant="text" name="intent" value="reenviar">
                    {texts.resend}
                    <span className={visuallyHidden}>: {email.subject}</span>
                  </Button>
                </PostForm>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
