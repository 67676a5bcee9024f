import type { ReactNode } from 'react'
import { ratios } from './columns.css.ts'

type ColumnsProps = {
  /** Two children side by side where there is room: one of `columns.css.ts`'s ratios. */
  ratio: keyof typeof ratios
  children: ReactNode
}

export function Columns({ ratio, children }: ColumnsProps) {
  return <div className={ratios[ratio]}>{children}</div>
}
