import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { shellTexts as texts } from '../texts/shell.ts'
import { CategoryIndex, type CategoryIndexItem } from './category-index.tsx'
import { focusFirstPanelLink } from './header-panel.ts'
import { subcategoryList } from './shell-extras.css.ts'

interface FetchedCategoriesProps {
  /** The address of the one category whose subcategories are shown. */
  parentHref?: string
  /** Focuses the first subcategory once they have been loaded. */
  autoFocus?: boolean
}

/** All categories, or only one category's subcategories. */
export function FetchedCategories({ parentHref, autoFocus }: FetchedCategoriesProps) {
  const { load, data } = useFetcher<{ categories: CategoryIndexItem[] }>({ key: 'categories' })
  useEffect(() => load('/categorias'), [load])
  useEffect(() => {
    if (data && autoFocus) focusFirstPanelLink()
  }, [data, autoFocus])
  if (!data) return <p>{texts.loading}</p>
  if (parentHref === undefined) return <CategoryIndex categories={data.categories} />
  return (
    <ul className={subcategoryList}>
      {data.categories
        .find(({ href }) => href === parentHref)
        ?.subcategories.map(({ name, href }) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
    </ul>
  )
}
