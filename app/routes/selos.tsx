import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '../components/button/button.tsx'
import { SealExplanation } from '../components/explained-badge/seal-explanation.tsx'
import { titleOf } from '../page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { errorTexts } from '../texts/pages.ts'
import { isSeal, sealPageTexts, sealTexts as texts } from '../texts/seals.ts'

export function loader({ params, request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  if (!isSeal(params.seal)) throw data({ message: errorTexts.pageNotFound(pathname) }, 404)
  return { seal: params.seal, productId: Number(searchParams.get('produto')) || undefined }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data && texts[data.seal].title) },
]

/** What a badge means, for browsers without scripts and for who wants to read it by itself. */
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
