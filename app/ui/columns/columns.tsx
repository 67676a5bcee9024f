import type { ReactNode } from 'react'
import { columnLayouts } from './columns.css.ts'

type ColumnsProps = {
  /** Two children side by side where there is room: one of `columns.css.ts`'s ratios. */
  layout: keyof typeof columnLayouts
  children: ReactNode
}

export function Columns({ layout, children }: ColumnsProps) {
  return <div className={columnLayouts[layout]}>{children}</div>
}
