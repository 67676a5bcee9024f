import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banners } from '../components/banners/banners.tsx'
import { CategoryTiles } from '../components/category-tiles/category-tiles.tsx'
import { cardOf } from '../components/product-card/product-card.tsx'
import { ProductList } from '../components/product-list/product-list.tsx'
import { shelf } from '../components/product-list/shelf.css.ts'
import { Section } from '../components/section/section.tsx'
import { titleOf } from '../page-title.ts'
import { canonical, originOf, shopDescription } from '../structured-data.ts'
import { homeTexts as texts } from '../texts/catalogue.ts'
import { visitorOf } from '../visitor.server.ts'

/** How many shelves, and products on each. */
const shelves = 3
const onShelf = 5

export async function loader(args: LoaderFunctionArgs) {
  const { catalogue } = args.context.shop
  const { branch, customer, favourites } = await visitorOf(args)
  const [banners, categories] = await Promise.all([catalogue.banners(), catalogue.categories()])
  const asked = new Map<number, ReturnType<typeof catalogue.promotedProducts>>()
  const promotedIn = (categoryId: number) => {
    const products = asked.get(categoryId) ?? catalogue.promotedProducts(branch.id, categoryId, onShelf)
    asked.set(categoryId, products)
    return products
  }
  const filled = []
  for (const { id, name, slug } of categories) {
    const products = await promotedIn(id)
    if (products.length === onShelf) filled.push({ name, slug, products: products.map(cardOf) })
    if (filled.length === shelves) break
  }
  return {
    firstName: customer?.firstName ?? null,
    favourites,
    banners: await Promise.all(
      banners.map(async (banner) => {
        if (banner.pictureKey !== null) return banner
        // A category's banner shows the first product promoted there.
        const category = categories.find(({ slug }) => slug === banner.categorySlug)
        const [first] = category ? await promotedIn(category.id) : []
        return { ...banner, pictureKey: first?.pictureKey ?? null }
      }),
    ),
    categories: categories.map(({ id, name, slug }) => ({ id, name, href: `/categoria/${slug}` })),
    shelves: filled,
  }
}

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
