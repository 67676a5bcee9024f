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
  const visiblePages = [1, page - 1, page, page + 1, pageCount].filter(
    (pageNumber) => pageNumber >= 1 && pageNumber <= pageCount,
  )
  return [...new Set(visiblePages)].flatMap((pageNumber, index, pages) => {
    const skippedPageCount = pageNumber - (pages[index - 1] ?? 0) - 1
    // Instead of a gap of one page, that page is shown.
    return skippedPageCount === 0
      ? [pageNumber]
      : skippedPageCount === 1
        ? [pageNumber - 1, pageNumber]
        : [0, pageNumber]
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
      {listPageNumbers(page, pageCount).map((pageNumber, index) => [
        pageNumber === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity than its position
          <span key={`gap ${index}`} className={css.pageNumber}>
            ...
          </span>
        ) : (
          <a
            key={pageNumber}
            className={css.pageNumber}
            href={getPageHref(pageNumber)}
            aria-label={texts.page(pageNumber)}
            aria-current={pageNumber === page ? 'page' : undefined}
          >
            {pageNumber}
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
