import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { buildAboutArticle } from '../texts/about.ts'
import { Article } from './article.tsx'
import { buildArticleMeta } from './article-meta.ts'
import { loadPublicProfile } from './public-profile.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadPublicProfile(context.shop)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  buildArticleMeta(matches, data && buildAboutArticle(data), '/sobre-nos')

export default function AboutPage() {
  return <Article content={buildAboutArticle(useLoaderData<typeof loader>())} />
}
