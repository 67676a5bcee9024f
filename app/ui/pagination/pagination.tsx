import { componentTexts as texts } from '../../texts/components.ts'
import * as css from './pagination.css.ts'

type PaginationProps = {
  /** From 1. */
  page: number
  pageCount: number
  getPageHref: (page: number) => string
}

/** The page numbers shown: first, last and the current one's neighbours; 0 stands for a gap. */
export function listPageNumbers(page: number, pageCount: number): number[] {
  const visiblePages = [1, page - 1, page, page + 1, pageCount].filter((number) => number >= 1 && number <= pageCount)
  return [...new Set(visiblePages)].flatMap((number, index, pages) => {
    const skippedCount = number - (pages[index - 1] ?? 0) - 1
    // Instead of a gap of one page, that page is shown.
    return skippedCount === 0 ? [number] : skippedCount === 1 ? [number - 1, number] : [0, number]
  })
}

/** Links between the pages of a list; nothing where there is only one page. */
export function Pagination({ page, pageCount, getPageHref }: PaginationProps) {
  if (pageCount < 2) return null
  return (
    <nav className={css.pagination} aria-label={texts.pages}>
      {page > 1 ? (
        <a href={getPageHref(page - 1)} rel="prev">
          {texts.previous}
        </a>
      ) : (
        <span>{texts.previous}</span>
      )}
      <span className={css.pagePosition}>{` ${texts.pageOf(page, pageCount)}`}</span>{' '}
      {listPageNumbers(page, pageCount).map((number, index) => [
        number === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity than its position
          <span key={`gap ${index}`} className={css.pageNumber}>
            ...
          </span>
        ) : (
          <a
            key={number}
            className={css.pageNumber}
            href={getPageHref(number)}
            aria-label={texts.page(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </a>
        ),
        ' ',
      ])}
      {page < pageCount ? (
        <a href={getPageHref(page + 1)} rel="next">
          {texts.next}
        </a>
      ) : (
        <span>{texts.next}</span>
      )}
    </nav>
  )
}
