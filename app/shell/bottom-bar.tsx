import { shellTexts as texts } from '../texts/shell.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { bar } from './bottom-bar.css.ts'

const tabs: { name: string; href: string; icon: IconName; on: RegExp }[] = [
  { name: texts.shop, href: '/', icon: 'home', on: /^\/($|categoria\b|produto\/)/ },
  { name: texts.bag, href: '/checkout/sacola', icon: 'bag', on: /^\/checkout\// },
  { name: texts.favourites, href: '/favoritos', icon: 'heart', on: /^\/favoritos$/ },
  { name: texts.profileShort, href: '/minha-conta', icon: 'user', on: /^\/(login$|minha-conta\b)/ },
]

/** The phone's navigation: four places, the current one marked (specification, section 2). */
export function BottomBar({ currentPath }: { currentPath: string }) {
  return (
    <nav className={bar} aria-label={texts.shortcuts}>
      {tabs.map(({ name, href, icon, on }) => [
        <a key={href} href={href} aria-current={href === currentPath ? 'page' : on.test(currentPath) || undefined}>
          <Icon name={icon} />
          {name}
        </a>,
        ' ',
      ])}
    </nav>
  )
}
