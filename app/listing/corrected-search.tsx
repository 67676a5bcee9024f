import { listingTexts as texts } from '../texts/catalogue.ts'
import { corrected } from './corrected-search.css.ts'
import { type ListingAddress, listingHref } from './listing-address.ts'

/** Says which words were searched instead of the typed ones, with a link that searches those exactly. */
export function CorrectedSearch({ address, shownFor }: { address: ListingAddress; shownFor: string }) {
  return (
    <p className={corrected}>
      {texts.shownFor}
      <b>{shownFor}</b>. {texts.searchExactly}
      <a href={listingHref({ ...address, exact: true, page: 1 })}>“{address.search}”</a>
    </p>
  )
}
