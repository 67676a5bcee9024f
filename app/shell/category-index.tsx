import { categoryIndex } from './category-index.css.ts'

export type IndexedCategory = {
  id: number
  name: string
  href: string
  children: { name: string; href: string }[]
}

/** Every category with its subcategories; where there is one category, only its subcategories. */
export function CategoryIndex({ categories }: { categories: IndexedCategory[] }) {
  return (
    <ul className={categoryIndex}>
      {categories.map(({ id, name, href, children }) => (
        <li key={id}>
          <a href={href}>
            <b>{name}</b>
          </a>
          <ul>
            {children.map((child) => (
              <li key={child.href}>
                <a href={child.href}>{child.name}</a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
