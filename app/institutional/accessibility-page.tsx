import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { buildAccessibilityArticle } from '../texts/accessibility.ts'
import { Article } from './article.tsx'
import { buildArticleMeta } from './article-meta.ts'
import { loadPublicProfile } from './public-profile.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadPublicProfile(context.shop)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  buildArticleMeta(matches, data && buildAccessibilityArticle(data), '/acessibilidade')

export default function AccessibilityPage() {
  return <Article content={buildAccessibilityArticle(useLoaderData<typeof loader>())} />
}
