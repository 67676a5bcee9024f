import { compareTexts as texts } from '../../texts/compare.ts'
import { tray, unit } from './compare-tray.css.ts'

/** How many products wait to be compared, and the way to them. */
export function CompareTray({ count }: { count: number }) {
  const [number, products, rest] = texts.tray(count)
  return (
    <aside className={tray} aria-label={texts.title}>
      <span>
        {number}
        <span className={unit}>{products}</span>
        {rest}
      </span>
      <a href="/comparar">{texts.see}</a>
    </aside>
  )
}
