import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getSiteOrigin } from '../http/origin.server.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { buildBreadcrumbJsonLd, buildItemListJsonLd } from '../seo/structured-data.server.ts'
import { StructuredDataScript } from '../seo/structured-data-script.tsx'
import { stack, visuallyHidden } from '../styles/shared.css.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { errorTexts } from '../texts/pages.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { Pagination } from '../ui/pagination/pagination.tsx'
import { toCardProduct } from '../ui/product-card/product-card.tsx'
import { grid } from '../ui/product-list/grid.css.ts'
import { ProductList } from '../ui/product-list/product-list.tsx'
import { CorrectedSearch } from './corrected-search.tsx'
import { EmptyListing } from './empty-listing.tsx'
import { countActiveFilters, ListingFilters, ResultSummary, toSortLinks } from './listing-filters.tsx'
import { ListingLayout } from './listing-layout.tsx'
import { type ListingParams, parseListingParams, toListingHref, toListingPath } from './listing-params.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { catalogue, profile } = args.context.shop
  const params = parseListingParams(args.params.categorySlug, new URL(args.request.url).searchParams)
  const visitor = await loadVisitor(args)
  const { branch, favouriteIds } = visitor
  const { category, subcategory } = await catalogue
    .resolveCategory(params.categorySlug, params.subcategorySlug)
    .catch(throwAsErrorPage)
  const canonicalParams = { ...params, categorySlug: category?.slug, subcategorySlug: subcategory?.slug }
  if (toListingHref(canonicalParams) !== toListingHref(params)) throw redirect(toListingHref(canonicalParams), 301)
  const scope = { categoryId: category?.id, subcategoryId: subcategory?.id }
  const { products, ...results } = await catalogue.listProducts(branch.id, { ...params, ...scope })
  if (results.productCount === 0 && params.search && countActiveFilters(params) === 0)
    await catalogue.emptySearchLog.recordEmptySearch(params.search)
  if (params.page > results.pageCount) throw redirect(toListingHref({ ...params, page: results.pageCount }))
  const origin = getSiteOrigin(args)
  const headingParts = {
    params,
    category: category && { name: category.name },
    subcategory: subcategory && { name: subcategory.name },
  }
  return {
    ...headingParts,
    subcategories: category?.subcategories.map(({ name, slug }) => ({ name, slug })) ?? [],
    products: products.map((product) => toCardProduct(product, visitor)),
    favouriteIds,
    pharmacistChatHref: profile.pharmacistChatUrl,
    bestSellers: results.productCount > 0 ? [] : await listBestSellers(args),
    graph: [buildBreadcrumbJsonLd(listBreadcrumbs(headingParts), origin), buildItemListJsonLd(products, origin)],
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
    .filter(({ stock, isPromoAllowed, isSellableOnline }) => stock > 0 && isPromoAllowed && isSellableOnline)
    .slice(0, maxBestSellers)
    .map((product) => toCardProduct(product, visitor))
}

/** Only plain listings and their pages are indexed; searches, filters and other orders repeat the same products. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: buildPageTitle(matches, undefined) }]
  const { params, pageCount, productCount, isCapped } = data
  const { categorySlug, subcategorySlug, page } = params
  const isPlainListing = toListingHref(params) === toListingHref({ categorySlug, subcategorySlug, page })
  const buildLink = (rel: string, page: number) => ({ tagName: 'link', rel, href: toListingHref({ ...params, page }) })
  const title = texts.pageTitle(formatListingHeading(data), page)
  const description = texts.description(formatListingHeading(data), texts.resultCount(productCount, isCapped))
  return [
    { title: buildPageTitle(matches, title) },
    ...(isPlainListing
      ? buildIndexedPageMeta(matches, { title, description, path: toListingHref(params) })
      : [
          { name: 'description', content: description },
          { name: 'robots', content: 'noindex,follow' },
        ]),
    ...(page > 1 ? [buildLink('prev', page - 1)] : []),
    ...(page < pageCount ? [buildLink('next', page + 1)] : []),
  ]
}

type ListingHeadingParts = {
  params: ListingParams
  category: { name: string } | null
  subcategory: { name: string } | null
}
function formatListingHeading({ params, category, subcategory }: ListingHeadingParts): string {
  return params.search ? texts.resultsTitle(params.search) : (subcategory?.name ?? category?.name ?? texts.allProducts)
}

function listBreadcrumbs(listing: ListingHeadingParts) {
  const { params, category } = listing
  const heading = formatListingHeading(listing)
  const hasParent = category && heading !== category.name
  return [
    { name: errorTexts.breadcrumbHome, href: '/' },
    ...(hasParent ? [{ name: category.name, href: toListingHref({ categorySlug: params.categorySlug }) }] : []),
    { name: heading },
  ]
}

export default function ListingPage() {
  const listing = useLoaderData<typeof loader>()
  const {
    params,
    subcategories,
    products,
    productCount,
    pageCount,
    favouriteIds,
    correctedQuery,
    droppedWords,
    pharmacistChatHref,
  } = listing
  const heading = formatListingHeading(listing)
  return (
    <>
      <Breadcrumb items={listBreadcrumbs(listing)} />
      <h1>{heading}</h1>
      {correctedQuery && (
        <CorrectedSearch params={params} correctedQuery={correctedQuery} droppedWords={droppedWords} />
      )}
      {subcategories.length > 1 && params.search === undefined && (
        <Chips
          label={texts.subcategories}
          items={[undefined, ...subcategories].map((subcategory) => ({
            name: subcategory?.name ?? texts.allSubcategories,
            href: toListingHref({ categorySlug: params.categorySlug, subcategorySlug: subcategory?.slug }),
            isCurrent: subcategory?.slug === params.subcategorySlug,
          }))}
        />
      )}
      {productCount === 0 && countActiveFilters(params) === 0 ? (
        <EmptyListing params={params} pharmacistChatHref={pharmacistChatHref} />
      ) : (
        <ListingLayout
          filters={<ListingFilters params={params} facets={listing.facets} />}
          filterAction={toListingPath(params.categorySlug)}
          activeFilterCount={countActiveFilters(params)}
          sortLinks={toSortLinks(params)}
          resultSummary={
            <ResultSummary params={params} countText={texts.resultCount(productCount, listing.isCapped)} />
          }
        >
          <h2 className={visuallyHidden}>{texts.products}</h2>
          {productCount === 0 && <EmptyListing params={params} pharmacistChatHref={pharmacistChatHref} />}
          <ProductList
            layoutClass={grid}
            products={products}
            returnTo={toListingHref(params)}
            eagerPictureCount={4}
            favouriteIds={favouriteIds ?? undefined}
          />
          <Pagination
            page={params.page}
            pageCount={pageCount}
            getPageHref={(page) => toListingHref({ ...params, page })}
          />
        </ListingLayout>
      )}
      <StructuredDataScript graph={listing.graph} />
      {listing.bestSellers.length > 0 && (
        <div className={stack}>
          <h2>{texts.bestSellers}</h2>
          <ProductList
            layoutClass={grid}
            products={listing.bestSellers}
            returnTo={toListingHref(params)}
            favouriteIds={favouriteIds ?? undefined}
          />
        </div>
      )}
    </>
  )
}
