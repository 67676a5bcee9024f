import { muted, outdent, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import * as css from './backoffice.css.ts'

type Props = { emails: { id: number; subject: string; writtenAt: Date }[]; mayResend: boolean; now: Date }

/** The e-mails to a customer; the button resends one (`mensagem`). */
export function EmailLog({ emails, mayResend, now }: Props) {
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
              {mayResend && (
                <PostForm className={outdent}>
                  <input type="hidden" name="mensagem" value={email.id} />
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
