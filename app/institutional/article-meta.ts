import type { MetaDescriptor } from '@remix-run/node'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import type { RouteMatches } from '../seo/site.ts'
import type { ArticleText } from '../texts/article.ts'

/** The head of a text page; only its title where its loader failed. */
export function buildArticleMeta(
  matches: RouteMatches,
  article: ArticleText | undefined,
  path: string,
): MetaDescriptor[] {
  const pageMeta = article && { title: article.title, description: article.intro, path }
  return [
    { title: buildPageTitle(matches, article?.title) },
    ...(pageMeta ? buildIndexedPageMeta(matches, pageMeta) : []),
  ]
}
