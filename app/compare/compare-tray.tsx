import { compareTrayTexts as texts } from '../texts/compare-tray.ts'
import { compareTray, unitLabel } from './compare-tray.css.ts'

/** How many products are in the compare list, and a link to the comparison. */
export function CompareTray({ productCount }: { productCount: number }) {
  const [countText, productsLabel, suffix] = texts.formatTrayCount(productCount)
  return (
    <aside className={compareTray} aria-label={texts.title}>
      <span>
        {countText}
        <span className={unitLabel}>{productsLabel}</span>
        {suffix}
      </span>{' '}
      <a href="/comparar">{texts.seeComparison}</a>
    </aside>
  )
}
