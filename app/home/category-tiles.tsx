import { visuallyHidden } from '../styles/shared.css.ts'
import { shortName } from '../texts/format.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { tiles } from './category-tiles.css.ts'

/** Specification, section 9. */
const maxLabelLength = 12

type Tile = { id: number; name: string; href: string; icon: IconName }

/** Every category as a tile. */
export function CategoryTiles({ categories }: { categories: Tile[] }) {
  return (
    <ul className={tiles}>
      {categories.map(({ id, name, href, icon }) => (
        <li key={id}>
          <a href={href}>
            <Icon name={icon} />
            <Label name={name} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Cut visually, but whole in the accessible name, which begins with the visible text (WCAG 2.5.3, for voice control). */
function Label({ name }: { name: string }) {
  const label = shortName(name, maxLabelLength)
  if (label === name) return <span>{name}</span>
  const spelling = label.slice(0, -1)
  return (
    <span title={name}>
      {spelling}
      <span aria-hidden="true">...</span>
      <span className={visuallyHidden}>{name.slice(spelling.length)}</span>
    </span>
  )
}
