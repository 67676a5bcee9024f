import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { siteOrigin } from '../http/origin.server.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { indexedPageMeta } from '../seo/page-head.ts'
import { titleOf } from '../seo/page-title.ts'
import { breadcrumbData, itemListData } from '../seo/structured-data.server.ts'
import { StructuredDataScript } from '../seo/structured-data-script.tsx'
import { stack, visuallyHidden } from '../styles/shared.css.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { errorTexts } from '../texts/pages.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { Pagination } from '../ui/pagination/pagination.tsx'
import { cardOf } from '../ui/product-card/product-card.tsx'
import { grid } from '../ui/product-list/grid.css.ts'
import { ProductList } from '../ui/product-list/product-list.tsx'
import { CorrectedSearch } from './corrected-search.tsx'
import { type ListingAddress, listingHref, listingPath, readListing } from './listing-address.ts'
import { ListingEmpty } from './listing-empty.tsx'
import { ActiveFilters, countFilters, ListingFilters, toOrderLinks } from './listing-filters.tsx'
import { ListingLayout } from './listing-layout.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { catalogue, profile } = args.context.shop
  const address = readListing(args.params.name, new URL(args.request.url).searchParams)
  const visitor = await loadVisitor(args)
  const { branch, favourites } = visitor
  const { category, subcategory } = await catalogue
    .resolveCategory(address.category, address.child)
    .catch(throwAsErrorPage)
  const canonicalAddress = { ...address, category: category?.slug, child: subcategory?.slug }
  if (listingHref(canonicalAddress) !== listingHref(address)) throw redirect(listingHref(canonicalAddress), 301)
  const scope = { categoryId: category?.id, subcategoryId: subcategory?.id }
  const { products, ...results } = await catalogue.listProducts(branch.id, { ...address, ...scope })
  if (results.total === 0 && address.search && countFilters(address) === 0)
    await catalogue.emptySearches.note(address.search)
  if (address.page > results.pages) throw redirect(listingHref({ ...address, page: results.pages }))
  const origin = siteOrigin(args)
  const headingParts = {
    address,
    category: category && { name: category.name },
    child: subcategory && { name: subcategory.name },
  }
  return {
    ...headingParts,
    subcategories: category?.subcategories.map(({ name, slug }) => ({ name, slug })) ?? [],
    products: products.map((product) => cardOf(product, visitor)),
    favourites,
    helpHref: profile.pharmacistChatUrl,
    bestSellers: results.total > 0 ? [] : await listBestSellers(args),
    graph: [breadcrumbData(crumbsOf(headingParts), origin), itemListData(products, origin)],
    ...results,
  }
}

/** A row of the grid on a desktop. */
const maxBestSellers = 4

/** Best sellers, shown when nothing was found. */
async function listBestSellers(args: LoaderFunctionArgs) {
  const visitor = await loadVisitor(args)
  const { products } = await args.context.shop.catalogue.listProducts(visitor.branch.id, { limit: 24 })
  return products
    .filter(({ stock, promoAllowed, sellableOnline }) => stock > 0 && promoAllowed && sellableOnline)
    .slice(0, maxBestSellers)
    .map((product) => cardOf(product, visitor))
}

/** Only plain listings and their pages are indexed; searches, filters and other orders repeat the same products. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: titleOf(matches, undefined) }]
  const { address, pages, total, isCapped } = data
  const { category, child, page } = address
  const isPlainListing = listingHref(address) === listingHref({ category, child, page })
  const link = (rel: string, page: number) => ({ tagName: 'link', rel, href: listingHref({ ...address, page }) })
  const title = texts.pageTitle(headingOf(data), page)
  const description = texts.description(headingOf(data), texts.resultCount(total, isCapped))
  return [
    { title: titleOf(matches, title) },
    ...(isPlainListing
      ? indexedPageMeta(matches, { title, description, path: listingHref(address) })
      : [
          { name: 'description', content: description },
          { name: 'robots', content: 'noindex,follow' },
        ]),
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
  ]
}

type ListingHeading = { address: ListingAddress; category: { name: string } | null; child: { name: string } | null }
function headingOf({ address, category, child }: ListingHeading): string {
  return address.search ? texts.results(address.search) : (child?.name ?? category?.name ?? texts.all)
}

function crumbsOf(listing: ListingHeading) {
  const { address, category } = listing
  const heading = headingOf(listing)
  const hasParent = category && heading !== category.name
  return [
    { name: errorTexts.breadcrumbHome, href: '/' },
    ...(hasParent ? [{ name: category.name, href: listingHref({ category: address.category }) }] : []),
    { name: heading },
  ]
}

export default function ListingPage() {
  const listing = useLoaderData<typeof loader>()
  const { address, subcategories, products, total, pages, favourites, correctedQuery, droppedWords, helpHref } = listing
  const heading = headingOf(listing)
  return (
    <>
      <Breadcrumb items={crumbsOf(listing)} />
      <h1>{heading}</h1>
      {correctedQuery && (
        <CorrectedSearch address={address} correctedQuery={correctedQuery} droppedWords={droppedWords} />
      )}
      {subcategories.length > 1 && address.search === undefined && (
        <Chips
          label={texts.subcategories}
          items={[undefined, ...subcategories].map((child) => ({
            name: child?.name ?? texts.allChildren,
            href: listingHref({ category: address.category, child: child?.slug }),
            isCurrent: child?.slug === address.child,
          }))}
        />
      )}
      {total === 0 && countFilters(address) === 0 ? (
        <ListingEmpty address={address} helpHref={helpHref} />
      ) : (
        <ListingLayout
          filters={<ListingFilters address={address} facets={listing.facets} />}
          filterAction={listingPath(address.category)}
          filterCount={countFilters(address)}
          orders={toOrderLinks(address)}
          count={<ActiveFilters address={address} count={texts.resultCount(total, listing.isCapped)} />}
        >
          <h2 className={visuallyHidden}>{texts.products}</h2>
          {total === 0 && <ListingEmpty address={address} helpHref={helpHref} />}
          <ProductList
            layout={grid}
            products={products}
            returnTo={listingHref(address)}
            eager={4}
            favourites={favourites ?? undefined}
          />
          <Pagination page={address.page} pageCount={pages} href={(page) => listingHref({ ...address, page })} />
        </ListingLayout>
      )}
      <StructuredDataScript graph={listing.graph} />
      {listing.bestSellers.length > 0 && (
        <div className={stack}>
          <h2>{texts.bestSellers}</h2>
          <ProductList
            layout={grid}
            products={listing.bestSellers}
            returnTo={listingHref(address)}
            favourites={favourites ?? undefined}
          />
        </div>
      )}
    </>
  )
}
