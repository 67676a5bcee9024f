import type { MetaDescriptor } from '@remix-run/node'
import { indexedPageMeta } from '../seo/page-head.ts'
import { titleOf } from '../seo/page-title.ts'
import type { Matches } from '../seo/site.ts'
import type { ArticleText } from '../texts/article.ts'

/** The head of a text page; only its title where its loader failed. */
export function articleMeta(matches: Matches, text: ArticleText | undefined, path: string): MetaDescriptor[] {
  const page = text && { title: text.title, description: text.intro, path }
  return [{ title: titleOf(matches, text?.title) }, ...(page ? indexedPageMeta(matches, page) : [])]
}
