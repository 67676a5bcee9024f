import { muted, outdent, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { formatWhen } from './audit-actions.ts'
import * as css from './backoffice.css.ts'

type Props = { emails: { id: number; subject: string; writtenAt: Date }[]; mayResend: boolean; now: Date }

/** What was written to a customer; the button sends it again (`mensagem`). */
export function MailLog({ emails, mayResend, now }: Props) {
  return (
    <Panel title={texts.mails}>
      {emails.length === 0 ? (
        <p className={muted}>{texts.noMails}</p>
      ) : (
        <ul className={css.log}>
          {emails.map((mail) => (
            <li key={mail.id}>
              <time dateTime={mail.writtenAt.toISOString()}>{formatWhen(mail.writtenAt, now)}</time>
              <span>{mail.subject}</span>
              {mayResend && (
                <PostForm className={outdent}>
                  <input type="hidden" name="mensagem" value={mail.id} />
                  <Button variant="text" name="intent" value="reenviar">
                    {texts.sendAgain}
                    <span className={visuallyHidden}>: {mail.subject}</span>
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
