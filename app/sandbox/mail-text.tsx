import { muted } from '../styles/shared.css.ts'
import { mailText } from './mail-text.css.ts'

/** An e-mail's plain text, line by line; addresses are links. */
export function MailText({ sentAt, text }: { sentAt: string; text: string }) {
  return (
    <>
      <p className={muted}>{sentAt}</p>
      <div className={mailText}>
        {text.split(/(https?:\/\/\S+)/).map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a letter never changes, and may hold the same link twice
            <a key={index} href={part}>
              {part}
            </a>
          ),
        )}
      </div>
    </>
  )
}
