import type { ReactNode } from 'react'
import { section } from './section.css.ts'

type SectionProps = {
  title: ReactNode
  id?: string
  /** Link to a page with more of it. */
  more?: { name: string; href: string }
  children: ReactNode
}

/** A section of a page, with its heading. */
export function Section({ title, id, more, children }: SectionProps) {
  return (
    <section className={section} id={id}>
      <header>
        <h2>{title}</h2>
        {more && <a href={more.href}>{more.name}</a>}
      </header>
      {children}
    </section>
  )
}
