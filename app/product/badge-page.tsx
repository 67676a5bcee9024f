import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parseId } from '../http/ids.ts'
import { throwInvalidPath } from '../http/responses.server.ts'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { type BadgeKind, badgePageTexts, isBadgeKind, badgeTexts as texts } from '../texts/badges.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { BadgeExplanation } from '../ui/explained-badge/badge-explanation.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { badgeKind } = args.params
  if (!isBadgeKind(badgeKind)) return throwInvalidPath(args)
  if (badgeKind === 'laboratorio' && !args.context.shop.bags.laboratory.isEnabled)
    return redirect(`/selos/${inStoreLaboratoryBadge}`)
  return { badgeKind, productId: parseId(new URL(args.request.url).searchParams.get('produto')) || undefined }
}

const inStoreLaboratoryBadge: BadgeKind = 'laboratorio-na-loja'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: buildPageTitle(matches, undefined) }]
  const { title } = texts[data.badgeKind]
  return [
    { title: buildPageTitle(matches, title) },
    ...buildIndexedPageMeta(matches, { title, path: `/selos/${data.badgeKind}` }),
  ]
}

/** What a badge means: the page behind the dialog of the same text. */
export default function BadgePage() {
  const { badgeKind, productId } = useLoaderData<typeof loader>()
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts[badgeKind].title}</h1>
      <BadgeExplanation badgeKind={badgeKind} productId={productId} />
      <p>
        <ButtonLink variant="outline" href="/categoria">
          {badgePageTexts.seeAllProducts}
        </ButtonLink>
      </p>
    </div>
  )
}
