import type { ArticleText } from '../texts/article.ts'
import { LinkifiedText } from '../ui/linkified-text/linkified-text.tsx'
import { article } from './article.css.ts'

/** A text page: a heading, an introduction, sections of paragraphs and lists. */
export function Article({ content }: { content: ArticleText }) {
  return (
    <article className={article}>
      <h1>{content.title}</h1>
      <p>
        <LinkifiedText text={content.intro} />
      </p>
      {content.sections.map(({ id, title, body }) => (
        <section key={title} id={id}>
          <h2>{title}</h2>
          {body.map((block) =>
            typeof block === 'string' ? (
              <p key={block}>
                <LinkifiedText text={block} />
              </p>
            ) : (
              <ul key={block[0]}>
                {block.map((item) => (
                  <li key={item}>
                    <LinkifiedText text={item} />
                  </li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </article>
  )
}
