import type { ComponentProps, ReactNode } from 'react'
import { menu } from './menu.css.ts'

type MenuProps = {
  /** Always visible; it opens the menu. */
  summary: ReactNode
  summaryProps?: ComponentProps<'summary'>
  className?: string
  /** Links, and forms of one button. */
  children: ReactNode
}

/** A drop-down menu (a <details>): links and buttons one under the other. */
export function Menu({ summary, summaryProps, className = '', children }: MenuProps) {
  return (
    <details className={`${menu} ${className}`}>
      <summary {...summaryProps}>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}
