import { muted } from '../../styles/shared.css.ts'
import { mailText } from './mail-text.css.ts'

/** An e-mail's words as they were written, line by line; what is an address can be followed. */
export function MailText({ sentAt, text }: { sentAt: string; text: string }) {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const [before, after] = link ? text.split(link) : [text]
  return (
    <>
      <p className={muted}>{sentAt}</p>
      <div className={mailText}>
        {before}
        {link && <a href={link}>{link}</a>}
        {after}
      </div>
    </>
  )
}
