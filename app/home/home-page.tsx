import type { MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { buildIndexedPageMeta, getShopDescription } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { StructuredDataScript } from '../seo/structured-data-script.tsx'
import { ZipcodeLink } from '../shell/header.tsx'
import type { Shell } from '../shell/shell.server.ts'
import { homeTexts as texts } from '../texts/catalogue.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { ProductList } from '../ui/product-list/product-list.tsx'
import { shelf } from '../ui/product-list/shelf.css.ts'
import { Section } from '../ui/section/section.tsx'
import { Banners } from './banners.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { loadHomePage } from './home.server.ts'
import { QuickLinks } from './quick-links.tsx'
import { reorderShelf as reorderLayout } from './reorder-shelf.css.ts'
import { zipcodeLine } from './zipcode-line.css.ts'

export const loader = loadHomePage

export const meta: MetaFunction = ({ matches }) => {
  const title = buildPageTitle(matches, undefined)
  return [{ title }, ...buildIndexedPageMeta(matches, { title, description: getShopDescription(matches), path: '/' })]
}

export default function HomePage() {
  const { favouriteIds, banners, icons, reorderProducts, shelves, ...page } = useLoaderData<typeof loader>()
  const { visitor, categories, pharmacistChatHref } = useRouteLoaderData<Shell>('root') as Shell
  const [mainBanner, ...secondaryBanners] = banners
  const [firstShelf, ...remainingShelves] = shelves.map(({ name, slug, products }) => (
    <Section key={slug} title={name} moreLink={{ name: texts.seeAll, href: toCategoryPath(slug) }}>
      <ProductList layoutClass={shelf} products={products} favouriteIds={favouriteIds ?? undefined} returnTo="/" />
    </Section>
  ))
  return (
    <>
      <ZipcodeLink className={zipcodeLine} zipcode={visitor.zipcode} isOutsideCoverage={visitor.isOutsideCoverage} />
      <h1>{visitor.firstName ? texts.greeting(visitor.firstName) : texts.title}</h1>
      <QuickLinks pharmacistChatHref={pharmacistChatHref} />
      {mainBanner && <Banners banners={[mainBanner]} isMain />}
      {reorderProducts.length > 0 && (
        <Section title={texts.buyAgain} moreLink={{ name: texts.seeOrders, href: '/minha-conta?section=pedidos' }}>
          <ProductList
            layoutClass={reorderLayout}
            products={reorderProducts}
            favouriteIds={favouriteIds ?? undefined}
            returnTo="/"
          />
        </Section>
      )}
      {firstShelf}
      <Section title={texts.categories}>
        <CategoryTiles
          categories={categories.map((category, index) => ({ icon: 'pill', ...category, ...icons[index] }))}
        />
      </Section>
      {secondaryBanners.length > 0 && <Banners banners={secondaryBanners} />}
      {remainingShelves}
      <StructuredDataScript graph={page.graph} />
    </>
  )
}
