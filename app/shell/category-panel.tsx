import { Categories } from './categories.tsx'
import type { HeaderPanel } from './header-panel.ts'
import { panel, wide } from './shell-extras.css.ts'

/** A category's subcategories, below the header. */
export function CategoryPanel({ href, takesFocus = false }: Pick<HeaderPanel, 'takesFocus'> & { href: string }) {
  return (
    <div className={`${panel} ${wide}`} data-header-panel>
      <Categories only={href} takesFocus={takesFocus} />
    </div>
  )
}
