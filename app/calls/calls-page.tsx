import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { indexedPageMeta } from '../seo/page-head.ts'
import { titleOf } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { callTexts as texts } from '../texts/calls.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { CallList } from './call-list.tsx'

/** Documentation of the calls under /api. */
export function loader({ context }: LoaderFunctionArgs) {
  const { paths, info } = context.shop.contract()
  const calls = Object.entries(paths).map(([path, { post }]) => {
    const [type, body] = Object.entries(post.requestBody?.content ?? {})[0] ?? []
    return {
      path,
      type: type ?? null,
      fields: Object.keys(body?.schema.properties ?? {}).map((name) => ({
        name,
        required: body?.schema.required?.includes(name) ?? false,
      })),
      example: body ? JSON.stringify(body.example, null, 2) : null,
    }
  })
  return { title: info.title, calls }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data?.title ?? '') },
  ...(data ? indexedPageMeta(matches, { title: data.title, path: '/api' }) : []),
]

export default function CallsPage() {
  const { title, calls } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{title}</h1>
      <p>{texts.intro}</p>
      <p>
        {texts.document} <a href="/api/openapi.json">/api/openapi.json</a>
      </p>
      <h2>{texts.refusalsTitle}</h2>
      <p>{texts.errors}</p>
      <DescriptionList items={Object.entries(texts.refusals).map(([name, value]) => ({ name, value }))} />
      <h2>{texts.callsTitle}</h2>
      <CallList calls={calls} />
    </div>
  )
}
