import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { shellTexts as texts } from '../texts/shell.ts'
import { CategoryIndex } from './category-index.tsx'

/** All categories with their subcategories: as a page, and as data for the header's menus and the drawer. */
export async function loader({ context }: LoaderFunctionArgs) {
  const categories = await context.shop.catalogue.listCategories()
  return {
    categories: categories.map(({ id, name, slug, subcategories }) => ({
      id,
      name,
      href: toCategoryPath(slug),
      subcategories: subcategories.map((subcategory) => ({
        name: subcategory.name,
        href: toCategoryPath(slug, subcategory.slug),
      })),
    })),
  }
}

export const meta: MetaFunction = ({ matches }) => [
  { title: buildPageTitle(matches, texts.categories) },
  ...buildIndexedPageMeta(matches, { title: texts.categories, path: '/categorias' }),
]

export default function CategoriesPage() {
  const { categories } = useLoaderData<typeof loader>()
  return (
    <div className={stack}>
      <h1>{texts.categories}</h1>
      <CategoryIndex categories={categories} />
    </div>
  )
}
