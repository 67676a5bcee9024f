import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { titleOf } from '../seo/page-title.ts'
import { canonical, originOf, shopDescription } from '../seo/structured-data.ts'
import { homeTexts as texts } from '../texts/catalogue.ts'
import { ProductList } from '../ui/product-list/product-list.tsx'
import { shelf } from '../ui/product-list/shelf.css.ts'
import { Section } from '../ui/section/section.tsx'
import { Banners } from './banners.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { loadHome } from './home.server.ts'

export const loader = loadHome

export const meta: MetaFunction = ({ matches }) => [
  { title: titleOf(matches, undefined) },
  shopDescription(matches),
  canonical(`${originOf(matches)}/`),
]

export default function HomePage() {
  const { firstName, favourites, banners, categories, shelves } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{firstName ? texts.greeting(firstName) : texts.title}</h1>
      <Banners banners={banners} />
      <Section title={texts.categories}>
        <CategoryTiles categories={categories} />
      </Section>
      {shelves.map(({ name, slug, products }) => (
        <Section key={slug} title={name} more={{ name: texts.seeAll, href: `/categoria/${slug}` }}>
          <ProductList layout={shelf} products={products} favourites={favourites ?? undefined} returnTo="/" />
        </Section>
      ))}
    </>
  )
}
