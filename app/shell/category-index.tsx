import { categoryIndex } from './category-index.css.ts'

export type CategoryIndexItem = {
  id: number
  name: string
  href: string
  subcategories: { name: string; href: string }[]
}

/** Every category with its subcategories; where there is one category, only its subcategories. */
export function CategoryIndex({ categories }: { categories: CategoryIndexItem[] }) {
  return (
    <ul className={categoryIndex}>
      {categories.map(({ id, name, href, subcategories }) => (
        <li key={id}>
          <a href={href}>
            <b>{name}</b>
          </a>
          <ul>
            {subcategories.map((subcategory) => (
              <li key={subcategory.href}>
                <a href={subcategory.href}>{subcategory.name}</a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
