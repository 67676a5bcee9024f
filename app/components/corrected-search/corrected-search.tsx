import { type ListingAddress, listingHref } from '../../listing-address.ts'
import { listingTexts as texts } from '../../texts/catalogue.ts'
import { corrected } from './corrected-search.css.ts'

/** Says what was searched instead of the typed words, and offers those. */
export function CorrectedSearch({ address, shownFor }: { address: ListingAddress; shownFor: string }) {
  return (
    <p className={corrected}>
      {texts.shownFor}
      <b>{shownFor}</b>. {texts.searchExactly}
      <a href={listingHref({ ...address, exact: true, page: 1 })}>“{address.search}”</a>
    </p>
  )
}
