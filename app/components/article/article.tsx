import type { ReactNode } from 'react'
import type { ArticleText } from '../../texts/article.ts'
import { article } from './article.css.ts'

/** A page to read: a heading, what it is about, sections of paragraphs and lists; links or a form at its end. */
export function Article({ text, children }: { text: ArticleText; children?: ReactNode }) {
  return (
    <article className={article}>
      <h1>{text.title}</h1>
      <p>{text.intro}</p>
      {text.sections.map(({ id, title, body }) => (
        <section key={title} id={id}>
          <h2>{title}</h2>
          {body.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{part}</p>
            ) : (
              <ul key={part[0]}>
                {part.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
      {children}
    </article>
  )
}
