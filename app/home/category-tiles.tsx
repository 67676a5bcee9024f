import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { Pack, type PackProps } from '../ui/product-picture/product-picture.tsx'
import { categoryTiles } from './category-tiles.css.ts'

type CategoryTile = { id: number; name: string; href: string; icon: IconName; isPickedIcon?: boolean }

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
    <ul className={categoryTiles}>
      {categories.map(({ id, name, href, icon, isPickedIcon }) => {
        const pack = isPickedIcon ? undefined : packByDefaultIcon[icon]
        return (
          <li key={id}>
            <a href={href}>
              {pack ? <Pack {...pack} /> : <Icon name={icon} />}
              <span>{name}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
