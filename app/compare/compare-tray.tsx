import { trayTexts as texts } from '../texts/compare-tray.ts'
import { tray, unit } from './compare-tray.css.ts'

/** How many products are in the compare list, and a link to the comparison. */
export function CompareTray({ count }: { count: number }) {
  const [number, products, rest] = texts.tray(count)
  return (
    <aside className={tray} aria-label={texts.title}>
      <span>
        {number}
        <span className={unit}>{products}</span>
        {rest}
      </span>{' '}
      <a href="/comparar">{texts.see}</a>
    </aside>
  )
}
