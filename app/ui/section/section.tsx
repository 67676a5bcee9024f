import type { ReactNode } from 'react'
import { section } from './section.css.ts'

type SectionProps = {
  title: ReactNode
  /** Link to a page with more of it. */
  more?: { name: string; href: string }
  children: ReactNode
}

/** A section of a page, with its heading. */
export function Section({ title, more, children }: SectionProps) {
  return (
    <section className={section}>
      <header>
        <h2>{title}</h2>
        {more && <a href={more.href}>{more.name}</a>}
      </header>
      {children}
    </section>
  )
}
