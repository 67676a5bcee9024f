import { shortLabel } from '../../texts/format.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { tiles } from './category-tiles.css.ts'

/** The drawing of each category by its place in the shop; more categories than drawings get the last one. */
const icons: IconName[] = ['pill', 'leaf', 'drop', 'brush', 'baby', 'pulse']

/** Specification, section 9. */
const longestLabel = 12

/** Every category as a tile. */
export function CategoryTiles({ categories }: { categories: { id: number; name: string; href: string }[] }) {
  return (
    <ul className={tiles}>
      {categories.map(({ id, name, href }, index) => {
        const label = shortLabel(name, longestLabel)
        const whole = label === name ? undefined : name
        return (
          <li key={id}>
            <a href={href} title={whole} aria-label={whole}>
              <Icon name={icons[index] ?? 'package'} />
              {label}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
