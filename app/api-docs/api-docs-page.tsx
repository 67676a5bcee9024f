import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { apiDocsTexts as texts } from '../texts/api-docs.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { OperationList } from './operation-list.tsx'

/** Documentation of the calls under /api. */
export function loader({ context }: LoaderFunctionArgs) {
  const { paths, info } = context.shop.getOpenApiDocument()
  const operations = Object.entries(paths).map(([path, { post }]) => {
    const [contentType, body] = Object.entries(post.requestBody?.content ?? {})[0] ?? []
    return {
      path,
      contentType: contentType ?? null,
      fields: Object.keys(body?.schema.properties ?? {}).map((name) => ({
        name,
        isRequired: body?.schema.required?.includes(name) ?? false,
      })),
      example: body ? JSON.stringify(body.example, null, 2) : null,
    }
  })
  return { title: info.title, operations }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: buildPageTitle(matches, data?.title ?? '') },
  ...(data ? buildIndexedPageMeta(matches, { title: data.title, path: '/api' }) : []),
]

export default function ApiDocsPage() {
  const { title, operations } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{title}</h1>
      <p>{texts.intro}</p>
      <p>
        {texts.openApiIntro} <a href="/api/openapi.json">/api/openapi.json</a>
      </p>
      <h2>{texts.refusalsTitle}</h2>
      <p>{texts.errorsDescription}</p>
      <DescriptionList items={Object.entries(texts.statusDescriptions).map(([name, value]) => ({ name, value }))} />
      <h2>{texts.operationsTitle}</h2>
      <OperationList operations={operations} />
    </div>
  )
}
