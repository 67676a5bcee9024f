import { shellTexts as texts } from '../texts/shell.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { bottomBar } from './bottom-bar.css.ts'

const tabs: { name: string; href: string; icon: IconName; activePattern: RegExp }[] = [
  { name: texts.shop, href: '/', icon: 'home', activePattern: /^\/($|categoria\b|produto\/)/ },
  { name: texts.bag, href: '/checkout/sacola', icon: 'bag', activePattern: /^\/checkout\// },
  { name: texts.favourites, href: '/favoritos', icon: 'heart', activePattern: /^\/favoritos$/ },
  { name: texts.profileShort, href: '/minha-conta', icon: 'user', activePattern: /^\/(login$|minha-conta\b)/ },
]

/** The phone's navigation: four places, the current one marked (specification, section 2). */
export function BottomBar({ currentPath }: { currentPath: string }) {
  return (
    <nav className={bottomBar} aria-label={texts.shortcuts}>
      {tabs.map(({ name, href, icon, activePattern }) => [
        <a
          key={href}
          href={href}
          aria-current={href === currentPath ? 'page' : activePattern.test(currentPath) || undefined}
        >
          <Icon name={icon} />
          {name}
        </a>,
        ' ',
      ])}
    </nav>
  )
}
