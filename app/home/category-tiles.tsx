import { visuallyHidden } from '../styles/shared.css.ts'
import { truncateAtWord } from '../texts/format.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { categoryTiles } from './category-tiles.css.ts'

/** Specification, section 9. */
const maxLabelLength = 12

type CategoryTile = { id: number; name: string; href: string; icon: IconName }

export function CategoryTiles({ categories }: { categories: CategoryTile[] }) {
  return (
    <ul className={categoryTiles}>
      {categories.map(({ id, name, href, icon }) => (
        <li key={id}>
          <a href={href}>
            <Icon name={icon} />
            <TileLabel name={name} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Cut visually, but whole in the accessible name, which begins with the visible text (WCAG 2.5.3, for voice control). */
function TileLabel({ name }: { name: string }) {
  const label = truncateAtWord(name, maxLabelLength)
  if (label === name) return <span>{name}</span>
  const visibleName = label.slice(0, -1)
  return (
    <span title={name}>
      {visibleName}
      <span aria-hidden="true">...</span>
      <span className={visuallyHidden}>{name.slice(visibleName.length)}</span>
    </span>
  )
}
