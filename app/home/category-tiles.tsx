import { truncateAtWord } from '../texts/format.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { Pack, type PackProps } from '../ui/product-picture/product-picture.tsx'
import * as css from './category-tiles.css.ts'

/** Specification, section 9. */
const maxLabelLength = 12

type CategoryTile = { id: number; name: string; href: string; icon: IconName; isDefaultIcon: boolean }

/** What each of the first categories sells; with the icon that the shop picked, its tile has that instead. */
const packByDefaultIcon: { [icon in IconName]?: PackProps } = {
  pill: { form: 'box', tint: 'green' },
  leaf: { form: 'jar', tint: 'amber' },
  drop: { form: 'pot', tint: 'rose' },
  brush: { form: 'soap', tint: 'blue' },
  baby: { form: 'diapers', tint: 'lilac' },
  pulse: { form: 'device', tint: 'grey' },
}

export function CategoryTiles({ categories }: { categories: CategoryTile[] }) {
  return (
    <ul className={css.categoryTiles}>
      {categories.map(({ id, name, href, icon, isDefaultIcon }) => {
        const pack = isDefaultIcon ? packByDefaultIcon[icon] : undefined
        return (
          <li key={id}>
            <a href={href}>
              {pack ? <Pack {...pack} /> : <Icon name={icon} />}
              <TileLabel name={name} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** Cut in narrow windows only, and whole in the accessible name there too, which begins with the visible text (WCAG 2.5.3). */
function TileLabel({ name }: { name: string }) {
  const label = truncateAtWord(name, maxLabelLength)
  if (label === name) return <span>{name}</span>
  const visibleName = label.slice(0, -1)
  return (
    <span title={name}>
      {visibleName}
      <span className={css.ellipsis} aria-hidden="true">
        ...
      </span>
      <span className={css.nameEnd}>{name.slice(visibleName.length)}</span>
    </span>
  )
}
