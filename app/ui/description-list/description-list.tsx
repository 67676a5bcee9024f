import type { ReactNode } from 'react'
import { descriptionList } from './description-list.css.ts'

/** A list of names and values; items without a value are left out. */
export function DescriptionList({ items }: { items: { name: string; value: ReactNode }[] }) {
  return (
    <dl className={descriptionList}>
      {items
        .filter(({ value }) => value != null && value !== '' && value !== false)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
