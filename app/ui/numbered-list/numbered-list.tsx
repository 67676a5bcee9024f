import { numberedList } from './numbered-list.css.ts'

export function NumberedList({ items }: { items: string[] }) {
  return (
    <ol className={numberedList}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ol>
  )
}
