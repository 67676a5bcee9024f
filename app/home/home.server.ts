import type { LoaderFunctionArgs } from '@remix-run/node'
import { getSiteOrigin } from '../http/origin.server.ts'
import { getShopLogo } from '../http/shop-logo.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildPharmacyJsonLd, buildWebSiteJsonLd } from '../seo/structured-data.server.ts'
import { toIsoDay } from '../texts/dates.ts'
import { toCardProduct } from '../ui/product-card/product-card.tsx'
import { toBannerHref } from './banners.tsx'

/** How many shelves, and products on each. */
const maxShelves = 3
const productsPerShelf = 5

/** Products bought before: two rows on a desktop. */
const maxReorderProducts = 6

/** Loads banners, categories, and a shelf for each of the first categories with enough promoted products. */
export async function loadHomePage(args: LoaderFunctionArgs) {
  const { catalogue, clock, delivery, orders, profile } = args.context.shop
  const [visitor, banners, categories, branches] = await Promise.all([
    loadVisitor(args),
    catalogue.listBanners(),
    catalogue.listCategories(),
    delivery.listBranches(),
  ])
  const { branch, customer, favouriteIds } = visitor
  const promotedProductsByCategoryId = new Map<number, ReturnType<typeof catalogue.listPromotedProducts>>()
  const loadPromotedProducts = (categoryId: number) => {
    const products =
      promotedProductsByCategoryId.get(categoryId) ??
      catalogue.listPromotedProducts(branch.id, categoryId, productsPerShelf)
    promotedProductsByCategoryId.set(categoryId, products)
    return products
  }

  /** A category's banner shows the first product promoted there. */
  async function findBannerPicture({ pictureKey, categorySlug }: (typeof banners)[number]) {
    if (pictureKey !== null) return pictureKey
    const category = categories.find(({ slug }) => slug === categorySlug)
    const [firstProduct] = category ? await loadPromotedProducts(category.id) : []
    return firstProduct?.pictureKey ?? null
  }

  async function toBannerView(banner: (typeof banners)[number]) {
    const { id, title, text, linkText } = banner
    return { id, title, text, linkText, href: toBannerHref(banner), pictureKey: await findBannerPicture(banner) }
  }

  async function loadShelves() {
    // The first ones are needed in any case: fetched in parallel.
    await Promise.all(categories.slice(0, maxShelves).map(({ id }) => loadPromotedProducts(id)))
    const shelves = []
    for (const { id, name, slug } of categories) {
      const products = await loadPromotedProducts(id)
      if (products.length === productsPerShelf)
        shelves.push({ name, slug, products: products.map((product) => toCardProduct(product, visitor)) })
      if (shelves.length === maxShelves) break
    }
    return shelves
  }

  /** What the customer bought before and can buy again. Prescription items are left out: the home page must not suggest them. */
  async function loadReorderProducts() {
    const ids = customer ? await orders.listBoughtProductIds(customer.id) : []
    const products = await catalogue.findProducts(branch.id, ids)
    return ids
      .flatMap((id) => products.get(id) ?? [])
      .filter(({ stock, isPromoAllowed, isSellableOnline }) => stock > 0 && isPromoAllowed && isSellableOnline)
      .slice(0, maxReorderProducts)
      .map((product) => toCardProduct(product, visitor))
  }

  const [bannerViews, shelves, reorderProducts] = await Promise.all([
    Promise.all(banners.map(toBannerView)),
    loadShelves(),
    loadReorderProducts(),
  ])
  const origin = getSiteOrigin(args)
  return {
    favouriteIds,
    banners: bannerViews,
    // Of the shell's categories, in their order.
    icons: categories.map(({ icon, isDefaultIcon }) => ({ icon, ...(!isDefaultIcon && { isPickedIcon: true }) })),
    shelves,
    reorderProducts,
    graph: [
      buildWebSiteJsonLd(profile.name, origin),
      buildPharmacyJsonLd(profile, branches, origin, toIsoDay(clock.now()), getShopLogo(args.context.shop) !== null),
    ],
  }
}
