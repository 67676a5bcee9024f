import type { ReactNode } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import * as css from './counter.css.ts'

type Props = {
  caption?: ReactNode
  /** Where the page's title says it to who sees. */
  hidesCaption?: boolean
  columns: readonly string[]
  /** Amounts, below each other. */
  lastIsNumber?: boolean
  /** Its rows. */
  children: ReactNode
}

/** A table of the counter, on a phone one row's cells below each other. */
export function DeskTable({ caption, hidesCaption, columns, lastIsNumber, children }: Props) {
  return (
    <table className={css.tableStyle} data-stacked>
      {caption && <caption className={hidesCaption ? visuallyHidden : undefined}>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" className={lastIsNumber && name === columns.at(-1) ? css.number : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
