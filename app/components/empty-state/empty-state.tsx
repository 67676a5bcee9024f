import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import * as css from './empty-state.css.ts'

export type EmptyStateProps = {
  icon?: IconName
  /** A number in the icon's place, such as 404. */
  code?: number
  title: string
  /** 1 where this is the whole page. */
  level?: 1 | 2 | 3
  children?: ReactNode
  /** What can be done next: never a dead end. */
  actions: ReactNode
}

/** Nothing here, or nothing found: says so, and offers the next step. */
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
