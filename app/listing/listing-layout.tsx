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
  orders: { name: string; href: string; isCurrent?: boolean }[]
  /** How many products there are, and the active filters as chips. */
  count: ReactNode
  /** The products, and the pagination. */
  children: ReactNode
}

/** A listing: filters, order, number found, products. Every control is a link or a form. */
export function ListingLayout({ filters, filterAction, filterCount, orders, count, children }: ListingLayoutProps) {
  const form = useAutoSubmit()
  const current = orders.find((order) => order.isCurrent) ?? orders[0]
  return (
    <div className={css.listing}>
      <details className={css.filters}>
        <summary>
          <Icon name="filter" />
          {texts.filter(filterCount)}
        </summary>
        <form ref={form} action={filterAction} aria-label={texts.filters} data-enhanced>
          {filters}
        </form>
      </details>
      <Menu
        className={css.sort}
        summary={
          <>
            <Icon name="sort" />
            {current?.name}
            <Icon name="down" />
          </>
        }
        summaryProps={{ 'aria-label': texts.orderBy(current?.name ?? '') }}
      >
        {orders.map((order) => [
          <a key={order.href} href={order.href} aria-current={order === current || undefined}>
            {order.name}
          </a>,
          ' ',
        ])}
      </Menu>
      <div className={css.resultCount}>{count}</div>
      <div className={css.list}>{children}</div>
    </div>
  )
}
