import { visuallyHidden } from '../styles/shared.css.ts'
import { shortName } from '../texts/format.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { tiles } from './category-tiles.css.ts'

/** Icons by the category's position in the shop; any further category gets `package`. */
const icons: IconName[] = ['pill', 'leaf', 'drop', 'brush', 'baby', 'pulse']

/** Specification, section 9. */
const maxLabelLength = 12

/** Every category as a tile. */
export function CategoryTiles({ categories }: { categories: { id: number; name: string; href: string }[] }) {
  return (
    <ul className={tiles}>
      {categories.map(({ id, name, href }, index) => (
        <li key={id}>
          <a href={href}>
            <Icon name={icons[index] ?? 'package'} />
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
