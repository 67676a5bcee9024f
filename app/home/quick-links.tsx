import { homeTexts as texts } from '../texts/catalogue.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { quickLinks } from './quick-links.css.ts'

/** What shoppers most often come for, one tap away. */
export function QuickLinks({ pharmacistChatHref }: { pharmacistChatHref: string }) {
  const links: { href: string; icon: IconName; text: string }[] = [
    { href: '/minha-conta?section=pedidos', icon: 'repeat', text: texts.repeatOrder },
    { href: '/orcar-receita', icon: 'prescription', text: texts.sendPrescription },
    { href: pharmacistChatHref, icon: 'chat', text: texts.askPharmacist },
  ]
  return (
    <nav aria-label={texts.shortcuts}>
      <ul className={quickLinks}>
        {links.map(({ href, icon, text }) => (
          <li key={text}>
            <a href={href}>
              <Icon name={icon} />
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
