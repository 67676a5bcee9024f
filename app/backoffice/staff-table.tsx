import type { ReactNode } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import * as css from './backoffice.css.ts'

type Props = {
  caption?: ReactNode
  /** Where the page's title says it to who sees. */
  hidesCaption?: boolean
  columns: readonly string[]
  /** The places of columns that hold amounts, below each other. */
  numericColumns?: readonly number[]
  /** Its rows. */
  children: ReactNode
}

/** A table of the counter, on a phone one row's cells below each other. */
export function StaffTable({ caption, hidesCaption, columns, numericColumns = [], children }: Props) {
  return (
    <table className={css.tableStyle} data-stacked>
      {caption && <caption className={hidesCaption ? visuallyHidden : undefined}>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((name, index) => (
            <th key={name} scope="col" className={numericColumns.includes(index) ? css.numericCell : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
