import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { ShopMark } from '../shop-mark/shop-mark.tsx'
import * as css from './empty-state.css.ts'

type EmptyStateProps = {
  icon?: IconName
  /** A number instead of the icon, such as 404. */
  statusCode?: number
  title: string
  /** Heading level; 1 where this is the whole page. */
  headingLevel?: 1 | 2 | 3
  children?: ReactNode
  /** Links to what can be done next. */
  actions?: ReactNode
}

/** Shown where a list is empty or nothing was found, with a next step. */
export function EmptyState({ icon = 'bag', statusCode, title, headingLevel = 2, children, actions }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={css.emptyState}>
      <div className={css.illustration} aria-hidden="true">
        {statusCode ?? <Icon name={icon} />}
        <span>
          <ShopMark />
        </span>
      </div>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      <div>{actions}</div>
    </div>
  )
}
