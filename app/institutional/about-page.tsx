import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { aboutUs } from '../texts/about.ts'
import { Article } from './article.tsx'
import { articleMeta } from './article-meta.ts'
import { loadPublicProfile } from './public-profile.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadPublicProfile(context.shop)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  articleMeta(matches, data && aboutUs(data), '/sobre-nos')

export default function AboutPage() {
  return <Article text={aboutUs(useLoaderData<typeof loader>())} />
}
