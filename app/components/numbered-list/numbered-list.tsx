import { list } from './numbered-list.css.ts'

/** What to do, one step after the other. */
export function NumberedList({ items }: { items: string[] }) {
  return (
    <ol className={list}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ol>
  )
}
