import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { aboutUs } from '../texts/about.ts'
import { Article } from './article.tsx'
import { articleMeta } from './article-meta.ts'
import { shopFacts } from './shop-facts.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) => shopFacts(context.shop)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  articleMeta(matches, data && aboutUs(data), '/sobre-nos')

export default function AboutPage() {
  return <Article text={aboutUs(useLoaderData<typeof loader>())} />
}
