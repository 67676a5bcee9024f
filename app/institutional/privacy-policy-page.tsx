import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { buildPrivacyPolicyArticle } from '../texts/legal.ts'
import { Article } from './article.tsx'
import { buildArticleMeta } from './article-meta.ts'
import { loadPublicProfile } from './public-profile.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadPublicProfile(context.shop)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  buildArticleMeta(matches, data && buildPrivacyPolicyArticle(data), '/privacy-policy.html')

export default function PrivacyPolicyPage() {
  return <Article content={buildPrivacyPolicyArticle(useLoaderData<typeof loader>())} />
}
