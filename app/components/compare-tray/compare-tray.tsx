import { compareTexts as texts } from '../../texts/compare.ts'
import { tray } from './compare-tray.css.ts'

/** How many products wait to be compared, and the way to them. */
export function CompareTray({ count }: { count: number }) {
  return (
    <aside className={tray} aria-label={texts.title}>
      <span>{texts.tray(count)}</span>
      <a href="/comparar">{texts.see}</a>
    </aside>
  )
}
