import { listingTexts as texts } from '../texts/catalogue.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { type ListingParams, toListingHref } from './listing-params.ts'

/** A listing without products: the reason, links to other products, and to the pharmacist. */
export function EmptyListing({ params, pharmacistChatHref }: { params: ListingParams; pharmacistChatHref: string }) {
  const { categorySlug, search } = params
  const unfilteredHref = toListingHref({ ...params, filters: undefined, page: 1 })
  const isFiltered = unfilteredHref !== toListingHref({ ...params, page: 1 })
  const [title, hint] = isFiltered
    ? [texts.emptyFilter, texts.emptyFilterHint]
    : search === undefined
      ? [texts.emptyCategory, texts.emptyCategoryHint]
      : [texts.notFound, [...search].length < 3 ? texts.tooShort : texts.notFoundHint]
  return (
    <EmptyState
      icon="search"
      title={title}
      actions={
        <>
          {isFiltered && <ButtonLink href={unfilteredHref}>{texts.clearFilters}</ButtonLink>}
          {!isFiltered && categorySlug && search !== undefined && (
            <ButtonLink href={toListingHref({ search })}>{texts.searchEverywhere}</ButtonLink>
          )}
          <ButtonLink variant="outline" href="/categoria">
            {texts.seeAllProducts}
          </ButtonLink>
          {search !== undefined && (
            <ButtonLink variant="outline" href={pharmacistChatHref}>
              {texts.askPharmacist}
            </ButtonLink>
          )}
        </>
      }
    >
      {hint}
    </EmptyState>
  )
}
