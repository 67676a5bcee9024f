import { FetchedCategories } from './fetched-categories.tsx'
import type { HeaderPanel } from './header-panel.ts'
import { headerPanel, widePanel } from './shell-extras.css.ts'

export function CategoryPanel({ href, autoFocus = false }: Pick<HeaderPanel, 'autoFocus'> & { href: string }) {
  return (
    <div className={`${headerPanel} ${widePanel}`} data-header-panel>
      <FetchedCategories parentHref={href} autoFocus={autoFocus} />
    </div>
  )
}
