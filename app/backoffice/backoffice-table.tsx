import type { ReactNode } from 'react'
import { visuallyHidden } from '../styles/shared.css.ts'
import * as css from './backoffice.css.ts'

type Props = {
  caption?: ReactNode
  /** The page's title says the same: the caption is for screen readers only. */
  hidesCaption?: boolean
  columns: readonly string[]
  numericColumnIndexes?: readonly number[]
  children: ReactNode
}

/** A table of the back office; on a phone the cells of a row stand below each other. */
export function BackofficeTable({ caption, hidesCaption, columns, numericColumnIndexes = [], children }: Props) {
  return (
    <table className={css.staffTable} data-stacked>
      {caption && <caption className={hidesCaption ? visuallyHidden : undefined}>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((name, index) => (
            <th key={name} scope="col" className={numericColumnIndexes.includes(index) ? css.numericCell : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** A table that stands alone. */
export function TablePanel(props: Props) {
  return (
    <div className={css.tablePanel}>
      <BackofficeTable {...props} />
    </div>
  )
}
