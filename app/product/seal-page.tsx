import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parseId } from '../http/ids.ts'
import { invalidAddress } from '../http/responses.server.ts'
import { indexedPageMeta } from '../seo/page-head.ts'
import { titleOf } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { isSeal, type Seal, sealPageTexts, sealTexts as texts } from '../texts/seals.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { SealExplanation } from '../ui/explained-badge/seal-explanation.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { seal } = args.params
  if (!isSeal(seal)) return invalidAddress(args)
  if (seal === 'laboratorio' && !args.context.shop.bags.laboratory.isOffered) return redirect(`/selos/${inStore}`)
  return { seal, productId: parseId(new URL(args.request.url).searchParams.get('produto')) || undefined }
}

const inStore: Seal = 'laboratorio-na-loja'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: titleOf(matches, undefined) }]
  const { title } = texts[data.seal]
  return [{ title: titleOf(matches, title) }, ...indexedPageMeta(matches, { title, path: `/selos/${data.seal}` })]
}

/** What a badge means: the page behind the dialog of the same text. */
export default function SealPage() {
  const { seal, productId } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts[seal].title}</h1>
      <SealExplanation seal={seal} productId={productId} />
      <p>
        <ButtonLink variant="outline" href="/categoria">
          {sealPageTexts.back}
        </ButtonLink>
      </p>
    </div>
  )
}
