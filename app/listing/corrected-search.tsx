import { listingTexts as texts } from '../texts/catalogue.ts'
import { correctedSearch } from './corrected-search.css.ts'
import { type ListingParams, toListingHref } from './listing-params.ts'

type CorrectedSearchProps = { params: ListingParams; correctedQuery: string; droppedWords: string | undefined }

/** Says which words were searched instead of the typed ones, with a link that searches those exactly. */
export function CorrectedSearch({ params, correctedQuery, droppedWords }: CorrectedSearchProps) {
  return (
    <p className={correctedSearch}>
      {texts.correctedSearchPrefix}
      <b>{correctedQuery}</b>
      {droppedWords && texts.withoutWords(droppedWords)}. {texts.searchExactly}
      <a href={toListingHref({ ...params, exact: true, page: 1 })}>“{params.search}”</a>
    </p>
  )
}
