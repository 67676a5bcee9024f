import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { throwAsErrorPage, throwInvalidPath } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { Button } from '../ui/button/button.tsx'
import { facetFields, findFacetWithPage } from './facet-fields.ts'
import { ChoiceFieldSet } from './listing-filters.tsx'
import { parseListingParams, toListingFields, toListingHref, toListingPath } from './listing-params.ts'

/** All choices of a listing's filter: the listing itself shows only the most frequent. */
export async function loader(args: LoaderFunctionArgs) {
  const { catalogue } = args.context.shop
  const { searchParams } = new URL(args.request.url)
  const facetKey = findFacetWithPage(args.params.filter)
  if (!facetKey) return throwInvalidPath(args)
  const params = parseListingParams(args.params.categorySlug, searchParams)
  const { branch } = await loadVisitor(args)
  const { category, subcategory } = await catalogue
    .resolveCategory(params.categorySlug, params.subcategorySlug)
    .catch(throwAsErrorPage)
  const scope = { categoryId: category?.id, subcategoryId: subcategory?.id }
  return {
    facetKey,
    params,
    scopeName: subcategory?.name ?? category?.name ?? texts.allProducts,
    choices: await catalogue.listFacetChoices(branch.id, { ...params, ...scope }, facetKey),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: buildPageTitle(matches, data && facetFields[data.facetKey].choicesPage?.title) },
]

export default function FacetChoicesPage() {
  const { facetKey, params, scopeName, choices } = useLoaderData<typeof loader>()
  const { name, choicesPage } = facetFields[facetKey]
  const hiddenFields = toListingFields({ ...params, filters: { ...params.filters, [facetKey]: [] } })
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{choicesPage?.title}</h1>
      <form className={stack} action={toListingPath(params.categorySlug)}>
        {hiddenFields.map(([field, value]) => (
          <input key={`${field} ${value}`} type="hidden" name={field} value={value} />
        ))}
        <ChoiceFieldSet legend={scopeName} name={name} choices={choices} selectedValues={params.filters[facetKey]} />
        <Button>{texts.applyFilters}</Button>
      </form>
      <p>
        <a href={toListingHref({ ...params, page: 1 })}>{texts.backToListing}</a>
      </p>
    </div>
  )
}
