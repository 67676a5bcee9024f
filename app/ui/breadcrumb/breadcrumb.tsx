import { componentTexts as texts } from '../../texts/components.ts'
import { breadcrumb } from './breadcrumb.css.ts'

/** The path from the home page; the last item is this page, without a link. */
export function Breadcrumb({ items }: { items: { name: string; href?: string }[] }) {
  return (
    <nav className={breadcrumb} aria-label={texts.breadcrumbLabel}>
      <ol>
        {items.map(({ name, href }, index) =>
          href && index < items.length - 1 ? (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ) : (
            <li key={name} aria-current={index === items.length - 1 ? 'page' : undefined}>
              {name}
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
