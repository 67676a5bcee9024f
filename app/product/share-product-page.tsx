import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getSiteOrigin } from '../http/origin.server.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { productSharingTexts as texts } from '../texts/shared-bag.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ShareLink } from '../ui/share-link/share-link.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { branch } = await loadVisitor(args)
  const { catalogue } = args.context.shop
  const { name, slug } = await catalogue.getProductBySlug(branch.id, args.params.slug ?? '').catch(throwAsErrorPage)
  return { name, path: `/produto/${slug}`, url: `${getSiteOrigin(args)}/produto/${slug}` }
}

export const meta = createNoindexMeta(texts.title)

export default function ShareProductPage() {
  const { name, path, url } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{texts.title}</h1>
      <p>{name}</p>
      <Panel as="div">
        <ShareLink url={url} label={texts.label} message={texts.message(name, url)} />
      </Panel>
      <p>
        <a href={path}>{texts.back}</a>
      </p>
    </div>
  )
}
