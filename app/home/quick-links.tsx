import { homeTexts as texts } from '../texts/catalogue.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { quickLinks } from './quick-links.css.ts'

/** What shoppers most often come for, one tap away. */
export function QuickLinks({ pharmacistChatHref }: { pharmacistChatHref: string }) {
  const links: { href: string; icon: IconName; lines: string[] }[] = [
    { href: '/minha-conta?section=pedidos', icon: 'repeat', lines: texts.repeatOrder },
    { href: '/orcar-receita', icon: 'prescription', lines: texts.sendPrescription },
    { href: pharmacistChatHref, icon: 'chat', lines: texts.askPharmacist },
  ]
  return (
    <nav aria-label={texts.shortcuts}>
      <ul className={quickLinks}>
        {links.map(({ href, icon, lines: [name, hint] }) => (
          <li key={name}>
            <a href={href}>
              <Icon name={icon} />
              <span>
                {name} <small>{hint}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
