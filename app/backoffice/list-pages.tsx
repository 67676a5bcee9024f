import { muted, row } from '../styles/shared.css.ts'
import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { ButtonLink } from '../ui/button/button.tsx'

/** The query parameter with the page of a list, from 1. */
export const pageParam = 'pagina'

/** What is no page is the first one. */
export function readPage({ searchParams }: URL, param = pageParam): number {
  const text = searchParams.get(param) ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** This address, with other query parameters; null takes one away. */
export function changeParams(url: URL, path: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(url.searchParams)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

type RestHintProps = { shownCount: number; maxCount: number; children: string }

/** What a list leaves out, and where it is; nothing while it has fewer rows than it may show. */
export function RestHint({ shownCount, maxCount, children }: RestHintProps) {
  return shownCount < maxCount ? null : (
    <p className={muted} data-rest>
      {children}
    </p>
  )
}

type ListPagesProps = { url: URL; hasMore: boolean /** Where a page has several lists. */; param?: string; id?: string }

/** The way to the rest of a list that does not tell how long it is. */
export function ListPages({ url, hasMore, param = pageParam, id }: ListPagesProps) {
  const page = readPage(url, param)
  if (page === 1 && !hasMore) return null
  const buildHref = (target: number) =>
    changeParams(url, url.pathname, { [param]: target === 1 ? null : String(target) }) + (id ? `#${id}` : '')
  return (
    <nav className={row} aria-label={texts.pages} data-rest>
      {page > 1 && (
        <ButtonLink variant="outline" href={buildHref(page - 1)} rel="prev">
          {texts.previousPage}
        </ButtonLink>
      )}
      <span>{texts.pageNumber(page)}</span>
      {hasMore && (
        <ButtonLink variant="outline" href={buildHref(page + 1)} rel="next">
          {texts.nextPage}
        </ButtonLink>
      )}
    </nav>
  )
}
