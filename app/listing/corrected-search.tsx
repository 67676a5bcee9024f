import { listingTexts as texts } from '../texts/catalogue.ts'
import { corrected } from './corrected-search.css.ts'
import { type ListingAddress, listingHref } from './listing-address.ts'

type Props = { address: ListingAddress; correctedQuery: string; droppedWords: string | undefined }

/** Says which words were searched instead of the typed ones, with a link that searches those exactly. */
export function CorrectedSearch({ address, correctedQuery, droppedWords }: Props) {
  return (
    <p className={corrected}>
      {texts.shownFor}
      <b>{correctedQuery}</b>
      {droppedWords && texts.without(droppedWords)}. {texts.searchExactly}
      <a href={listingHref({ ...address, exact: true, page: 1 })}>“{address.search}”</a>
    </p>
  )
}
