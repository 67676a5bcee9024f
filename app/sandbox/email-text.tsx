import { muted } from '../styles/shared.css.ts'
import { emailText } from './email-text.css.ts'

/** An e-mail's plain text, line by line; URLs are links. */
export function EmailText({ sentAtText, text }: { sentAtText: string; text: string }) {
  return (
    <>
      <p className={muted}>{sentAtText}</p>
      <div className={emailText}>
        {text.split(/(https?:\/\/\S+)/).map((segment, index) =>
          index % 2 === 0 ? (
            segment
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: an e-mail never changes, and may hold the same link twice
            <a key={index} href={segment}>
              {segment}
            </a>
          ),
        )}
      </div>
    </>
  )
}
