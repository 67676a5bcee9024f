import { visuallyHidden, wrap } from '../../styles/shared.css.ts'
import { shellTexts as texts } from '../../texts/shell.ts'
import { Icon } from '../icon/icon.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { tones } from './notice.css.ts'

const icons = { open: 'delivery', closed: 'clock', outsideCoverage: 'pin-off' } as const

export type NoticeProps = {
  tone: keyof typeof tones
  text: string
  /** Where the form that closes the notice posts, and the page to return to (field `redirectTo`). */
  closeAction: string
  returnTo: string
}

/** The bar above the header: free delivery, closed now, or out of coverage. */
export function Notice({ tone, text, closeAction, returnTo }: NoticeProps) {
  return (
    <aside className={tones[tone]} aria-label={texts.noticeLabel}>
      <div className={wrap}>
        <p>
          <Icon name={icons[tone]} />
          {text}
        </p>
        <PostForm action={closeAction} data-enhanced>
          <input type="hidden" name="redirectTo" value={returnTo} />
          <input type="hidden" name="notice" value={text} />
          <button type="submit">
            <Icon name="close" />
            <span className={visuallyHidden}>{texts.closeNotice}</span>
          </button>
        </PostForm>
      </div>
    </aside>
  )
}
