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
  /** How many filters are active. */
  filterCount: number
  sortLinks: { name: string; href: string; isCurrent?: boolean }[]
  /** How many products there are, and the active filters as chips. */
  resultCount: ReactNode
  /** The products, and the pagination. */
  children: ReactNode
}

/** A listing: filters, order, number found, products. Every control is a link or a form. */
export function ListingLayout({
  filters,
  filterAction,
  filterCount,
  sortLinks,
  resultCount,
  children,
}: ListingLayoutProps) {
  const formRef = useAutoSubmit()
  const currentSort = sortLinks.find((order) => order.isCurrent) ?? sortLinks[0]
  return (
    <div className={css.listing}>
      <details className={css.filters}>
        <summary>
          <Icon name="filter" />
          {texts.filterLabel(filterCount)}
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
            {currentSort?.name}
            <Icon name="down" />
          </>
        }
        summaryProps={{ 'aria-label': texts.sortedBy(currentSort?.name ?? '') }}
      >
        {sortLinks.map((order) => [
          <a key={order.href} href={order.href} aria-current={order === currentSort || undefined}>
            {order.name}
          </a>,
          ' ',
        ])}
      </Menu>
      <div className={css.resultCount}>{resultCount}</div>
      <div className={css.results}>{children}</div>
    </div>
  )
}
