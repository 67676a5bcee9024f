import type { ReactElement, ReactNode } from 'react'
import { useAutoSubmit } from '../client/auto-submit.ts'
import { componentTexts as texts } from '../texts/components.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import * as css from './listing-layout.css.ts'

type ListingLayoutProps = {
  /** The fields and buttons of the filter form, a GET to this page. */
  filters: ReactElement
  filterAction?: string
  activeFilterCount: number
  sortLinks: { name: string; href: string; isCurrent?: boolean }[]
  /** How many products there are, and the active filters as chips. */
  resultSummary: ReactNode
  /** The products, and the pagination. */
  children: ReactNode
}

/** A listing: filters, order, number found, products. Every control is a link or a form. */
export function ListingLayout({
  filters,
  filterAction,
  activeFilterCount,
  sortLinks,
  resultSummary,
  children,
}: ListingLayoutProps) {
  const formRef = useAutoSubmit()
  const currentSortLink = sortLinks.find((link) => link.isCurrent) ?? sortLinks[0]
  return (
    <div className={css.listing}>
      <details className={css.filters}>
        <summary>
          <Icon name="filter" />
          {texts.filterLabel(activeFilterCount)}
        </summary>
        <form ref={formRef} action={filterAction} aria-label={texts.filters} data-enhanced>
          {filters}
        </form>
      </details>
      <Menu
        className={css.sortMenu}
        summary={
          <>
            <Icon name="sort" />
            {currentSortLink?.name}
            <Icon name="down" />
          </>
        }
        summaryProps={{ 'aria-label': texts.sortedBy(currentSortLink?.name ?? '') }}
      >
        {sortLinks.map((link) => [
          <a key={link.href} href={link.href} aria-current={link === currentSortLink || undefined}>
            {link.name}
          </a>,
          ' ',
        ])}
      </Menu>
      <div className={css.resultSummary}>{resultSummary}</div>
      <div className={css.results}>{children}</div>
    </div>
  )
}
