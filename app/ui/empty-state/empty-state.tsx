import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import * as css from './empty-state.css.ts'

type EmptyStateProps = {
  icon?: IconName
  /** A number instead of the icon, such as 404. */
  code?: number
  title: string
  /** Heading level; 1 where this is the whole page. */
  level?: 1 | 2 | 3
  children?: ReactNode
  /** Links to what can be done next. */
  actions: ReactNode
}

/** Shown where a list is empty or nothing was found, with a next step. */
export function EmptyState({ icon = 'bag', code, title, level = 2, children, actions }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={css.empty}>
      <div className={css.art} aria-hidden="true">
        {code ?? <Icon name={icon} />}
        <Icon name="flower" />
      </div>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      <div>{actions}</div>
    </div>
  )
}
