import { compareTrayTexts as texts } from '../texts/compare-tray.ts'
import { tray, unitLabel } from './compare-tray.css.ts'

/** How many products are in the compare list, and a link to the comparison. */
export function CompareTray({ count }: { count: number }) {
  const [number, productsLabel, suffix] = texts.formatTrayCount(count)
  return (
    <aside className={tray} aria-label={texts.title}>
      <span>
        {number}
        <span className={unitLabel}>{productsLabel}</span>
        {suffix}
      </span>{' '}
      <a href="/comparar">{texts.seeComparison}</a>
    </aside>
  )
}
