import { listingTexts as texts } from '../texts/catalogue.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { type ListingAddress, listingHref } from './listing-address.ts'

/** A listing without products: the reason, links to other products, and to the pharmacist. */
export function ListingEmpty({ address, helpHref }: { address: ListingAddress; helpHref: string }) {
  const { category, search } = address
  const unfiltered = listingHref({ ...address, filters: undefined, page: 1 })
  const isFiltered = unfiltered !== listingHref({ ...address, page: 1 })
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
          {isFiltered && <ButtonLink href={unfiltered}>{texts.clear}</ButtonLink>}
          {!isFiltered && category && search !== undefined && (
            <ButtonLink href={listingHref({ search })}>{texts.searchEverywhere}</ButtonLink>
          )}
          <ButtonLink variant="outline" href="/categoria">
            {texts.back}
          </ButtonLink>
          {search !== undefined && (
            <ButtonLink variant="outline" href={helpHref}>
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
