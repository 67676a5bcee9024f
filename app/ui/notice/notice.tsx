import { container, visuallyHidden } from '../../styles/shared.css.ts'
import { shellTexts as texts } from '../../texts/shell.ts'
import { Icon } from '../icon/icon.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { noticeKinds } from './notice.css.ts'

const iconByKind = { open: 'delivery', closed: 'clock', outsideCoverage: 'pin-off' } as const

export type NoticeProps = {
  kind: keyof typeof noticeKinds
  text: string
  /** Where the form that closes the notice posts, and the page to return to (field `redirectTo`). */
  dismissAction: string
  returnTo: string
}

/** The bar above the header: free delivery, closed now, or out of coverage. */
export function Notice({ kind, text, dismissAction, returnTo }: NoticeProps) {
  return (
    <aside className={noticeKinds[kind]} aria-label={texts.noticeLabel}>
      <div className={container}>
        <p>
          <Icon name={iconByKind[kind]} />
          {text}
        </p>
        <PostForm action={dismissAction} data-enhanced>
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
