import type { ReactNode } from 'react'
import { ratios } from './columns.css.ts'

type ColumnsProps = {
  /** Two children side by side where there is room: one of `columns.css.ts`'s ratios. */
  ratio: keyof typeof ratios
  id?: string
  children: ReactNode
}

export function Columns({ ratio, id, children }: ColumnsProps) {
  return (
    <div className={ratios[ratio]} id={id}>
      {children}
    </div>
  )
}
