import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { invalidAddress, throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { Button } from '../ui/button/button.tsx'
import { facetFields, findFacetWithPage } from './facet-fields.ts'
import { listingFields, listingHref, listingPath, readListing } from './listing-address.ts'
import { Choices } from './listing-filters.tsx'

/** All choices of a listing's filter: the listing itself shows only the most frequent. */
export async function loader(args: LoaderFunctionArgs) {
  const { catalogue } = args.context.shop
  const { searchParams } = new URL(args.request.url)
  const facet = findFacetWithPage(args.params.filter)
  if (!facet) return invalidAddress(args)
  const address = readListing(args.params.name, searchParams)
  const { branch } = await loadVisitor(args)
  const { category, subcategory } = await catalogue
    .resolveCategory(address.category, address.child)
    .catch(throwAsErrorPage)
  const scope = { categoryId: category?.id, subcategoryId: subcategory?.id }
  return {
    facet,
    address,
    scopeName: subcategory?.name ?? category?.name ?? texts.all,
    choices: await catalogue.listChoices(branch.id, { ...address, ...scope }, facet),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data && facetFields[data.facet].page?.title) },
]

export default function ChoicesPage() {
  const { facet, address, scopeName, choices } = useLoaderData<typeof loader>()
  const { name, page } = facetFields[facet]
  const otherFields = listingFields({ ...address, filters: { ...address.filters, [facet]: [] } })
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{page?.title}</h1>
      <form className={stack} action={listingPath(address.category)}>
        {otherFields.map(([field, value]) => (
          <input key={`${field} ${value}`} type="hidden" name={field} value={value} />
        ))}
        <Choices legend={scopeName} name={name} choices={choices} values={address.filters[facet]} />
        <Button>{texts.apply}</Button>
      </form>
      <p>
        <a href={listingHref({ ...address, page: 1 })}>{texts.backToListing}</a>
      </p>
    </div>
  )
}
