import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { titleOf } from '../seo/page-title.ts'
import { corporateBenefit } from '../texts/about.ts'
import { Article } from './article.tsx'
import { shopFacts } from './shop-facts.server.ts'

export const loader = ({ context }: LoaderFunctionArgs) => shopFacts(context.shop)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const text = data && corporateBenefit(data)
  return [{ title: titleOf(matches, text?.title) }, { name: 'description', content: text?.intro }]
}

export default function BenefitPage() {
  return <Article text={corporateBenefit(useLoaderData<typeof loader>())} />
}
