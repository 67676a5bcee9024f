import type { ReactNode } from 'react'
import { section } from './section.css.ts'

type SectionProps = {
  title: ReactNode
  moreLink?: { name: string; href: string }
  children: ReactNode
}

/** A section of a page, with its heading. */
export function Section({ title, moreLink, children }: SectionProps) {
  return (
    <section className={section}>
      <header>
        <h2>{title}</h2>
        {moreLink && <a href={moreLink.href}>{moreLink.name}</a>}
      </header>
      {children}
    </section>
  )
}
