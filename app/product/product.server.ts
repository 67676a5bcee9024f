import { type AppLoadContext, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Kit } from '#server/catalogue/kits.ts'
import type { Product } from '#server/catalogue/types.ts'
import type { ShopError } from '#server/platform/errors.ts'
import { getCookies, toSetCookieHeaders } from '../http/cookies.server.ts'
import { parseId } from '../http/ids.ts'
import { formatInstallmentsHint } from '../http/installments.server.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { isShopError, throwAsErrorPage, toErrorResponseInit } from '../http/responses.server.ts'
import { loadVisitor, type Visitor } from '../http/visitor.server.ts'
import { buildBreadcrumbJsonLd, buildProductJsonLd } from '../seo/structured-data.server.ts'
import { describeSeller } from '../shell/seller.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { capStock } from '../texts/components.ts'
import { formatNextOpening } from '../texts/delivery-promise.ts'
import { defaultDeliveryEstimateMinutes, errorTexts } from '../texts/pages.ts'
import { parsePackContents } from '../texts/presentation.ts'
import { listSubstanceWarnings } from '../texts/substance-warnings.ts'
import type { LinkedProduct } from './product-links.tsx'

/** How many of each the page shows, and how many recently seen products the cookie holds. */
const maxAlternatives = 5
const maxRecentProducts = 5
const maxRememberedProducts = 8

/** Everything a product's page shows; also remembers the product as seen, unless it needs a prescription. */
export async function loadProductPage(args: LoaderFunctionArgs) {
  const { context } = args
  const { shop } = context
  const cookies = getCookies(args)
  const comparedProductIds = cookies.read('compareList') ?? []
  const recentProductIds = cookies.read('recent') ?? []
  const flash = cookies.read('flash')
  const visitor = await loadVisitor(args)
  const product = await requireProduct(args, visitor.branch.id)
  const [[category, subcategory], alternatives, recentProducts, ceiling, lowestPriceCents, kit] = await Promise.all([
    shop.catalogue.getProductCategories(product),
    shop.catalogue.alternatives.listAlternatives(visitor.branch.id, product, maxAlternatives),
    loadRecentProducts(
      context,
      visitor,
      recentProductIds.filter((id) => id !== product.id),
    ),
    shop.catalogue.findCeiling(product.id, visitor.branch.id),
    shop.catalogue.findLowestPriceBefore(visitor.branch.id, product),
    product.promotionTitle === null ? null : shop.catalogue.findKit(visitor.branch.id, product.id),
  ])
  const productView = {
    ...toProductView(shop, withoutBrokenKit(product, kit), lowestPriceCents),
    ...(kit?.isComplete && kit.title === product.promotionTitle && { kitLinks: kit.otherProducts.map(toKitLink) }),
  }
  const categories = [
    { name: category.name, href: toCategoryPath(category.slug) },
    { name: subcategory.name, href: toCategoryPath(category.slug, subcategory.slug) },
  ]
  const breadcrumbs = [{ name: errorTexts.breadcrumbHome, href: '/' }, ...categories, { name: product.name }]
  const origin = getSiteOrigin(args)
  const feeCents = shop.delivery.calculateFeeCents(visitor.branch, product.priceCents)
  const seller = describeSeller(shop.profile, visitor.destination && visitor.branch)
  const pageData = {
    product: productView,
    breadcrumbs,
    graph: [
      buildProductJsonLd(productView, origin, await loadShippingDetails(shop, visitor, product.priceCents)),
      buildBreadcrumbJsonLd(breadcrumbs, origin),
    ],
    categories,
    ceiling,
    quantityInBag: visitor.bag.lines.find((line) => line.productId === product.id)?.quantity ?? 0,
    quantityNote: flash?.beside?.productId === product.id ? flash.messages.join(' ') : undefined,
    zipcode: visitor.destination?.zipcode ?? null,
    isCovered: visitor.isCovered,
    shipping: shop.showsShippingPromise ? toShippingPromise(visitor, feeCents, shop.clock.now()) : null,
    pickupStoreCount: await countPickupStores(context, product),
    hasCashback: shop.profile.cashbackPercent > 0,
    store: product.isSellableOnline ? null : { name: shop.profile.name, address: seller.address, phone: seller.phone },
    rating: shop.isSandbox && !product.requiresPrescription ? computeDemoRating(product) : null,
    toggles: {
      isFavourite: visitor.favouriteIds?.includes(product.id) ?? false,
      isCompared: comparedProductIds.includes(product.id),
    },
    ...pickCheaperGeneric(product, alternatives.map(toLinkedProduct)),
    recentProducts,
    pharmacist: {
      ...seller.pharmacist,
      hours: shop.profile.hours,
      phone: seller.phone,
      chatHref: shop.profile.pharmacistChatUrl,
    },
  }
  if (product.requiresPrescription || recentProductIds[0] === product.id) return data(pageData)
  const updatedRecentProductIds = [product.id, ...recentProductIds.filter((id) => id !== product.id)].slice(
    0,
    maxRememberedProducts,
  )
  return data(pageData, { headers: toSetCookieHeaders(shop, { recent: updatedRecentProductIds }) })
}

const toKitLink = ({ name, slug }: Kit['otherProducts'][number]) => ({ name, href: `/produto/${slug}` })

/** A kit is promised only where all of it is sold. */
function withoutBrokenKit(product: Product, kit: Kit | null): Product {
  return kit && !kit.isComplete && kit.title === product.promotionTitle ? { ...product, promotionTitle: null } : product
}

/** What the page shows of the product itself. */
function toProductView(shop: AppLoadContext['shop'], product: Product, lowestPriceCents: number | null) {
  const { listPriceCents, categoryId, subcategoryId, ...viewFields } = product
  return {
    ...viewFields,
    stock: capStock(product.stock),
    // Of prescription items the law allows the price, and nothing that praises it (RDC 44/2009, art. 54).
    packContents: product.requiresPrescription ? null : parsePackContents(product.presentation),
    substanceWarnings: listSubstanceWarnings(product.activeIngredient),
    installmentsText: formatInstallmentsHint(shop, product.priceCents, product.requiresPrescription),
    ...(lowestPriceCents !== null && { lowestPriceCents }),
    // Of the few that have one alone: a page has little room.
    ...(product.isPbm && !shop.bags.laboratory.isEnabled && { isLaboratoryDiscountStoreOnly: true }),
  }
}

/** Other spellings of a slug redirect to the right one; so does the product's id, for links that must not name a medicine. */
async function requireProduct({ context, params, request }: LoaderFunctionArgs, branchId: number): Promise<Product> {
  const { catalogue } = context.shop
  const { slug = '' } = params
  const createSlugRedirect = (slug: string, status: 301 | 302) =>
    redirect(`/produto/${slug}${new URL(request.url).search}`, status)
  const product = await catalogue.getProductBySlug(branchId, slug).catch(async (error: unknown) => {
    if (!isShopError(error)) throw error
    if (isShopError(error, 'product.withdrawn')) throw await buildWithdrawnResponse(context.shop, branchId, slug, error)
    const id = parseId(slug)
    const productRecord = (await catalogue.loadProductRecords([id])).get(id)
    throw productRecord ? createSlugRedirect(productRecord.slug, 302) : throwAsErrorPage(error)
  })
  if (product.slug !== slug) throw createSlugRedirect(product.slug, 301)
  return product
}

/** The page that says that a product left the shop, and leads on. */
async function buildWithdrawnResponse(
  { catalogue }: AppLoadContext['shop'],
  branchId: number,
  slug: string,
  error: ShopError,
) {
  const { name, category, subcategory, products } = await catalogue.alternatives.loadReplacements(
    branchId,
    slug,
    maxAlternatives,
  )
  const links = [
    ...products.map((product) => ({ name: product.name, href: `/produto/${product.slug}` })),
    { name: subcategory.name, href: toCategoryPath(category.slug, subcategory.slug) },
  ]
  return data({ message: `${name}: ${error.message}`, links }, toErrorResponseInit(error))
}

/** What the visitor looked at before, newest first. Products that may not be promoted by law are left out. */
async function loadRecentProducts(
  { shop }: AppLoadContext,
  { branch }: Visitor,
  ids: number[],
): Promise<LinkedProduct[]> {
  const products = await shop.catalogue.findProducts(branch.id, ids)
  return ids
    .flatMap((id) => products.get(id) ?? [])
    .filter(({ requiresPrescription, isPromoAllowed }) => !requiresPrescription && isPromoAllowed)
    .slice(0, maxRecentProducts)
    .map(toLinkedProduct)
}

/** A generic that costs less than its reference stands apart. Not of a prescription item, of which nothing may be praised. */
function pickCheaperGeneric({ requiresPrescription, kind, priceCents }: Product, alternatives: LinkedProduct[]) {
  const cheaperGeneric =
    requiresPrescription || kind !== 'referencia'
      ? undefined
      : alternatives.find(
          (other) => other.kind === 'generico' && other.priceCents !== null && other.priceCents < priceCents,
        )
  return {
    cheaperGeneric: cheaperGeneric ?? null,
    alternatives: alternatives.filter((alternative) => alternative !== cheaperGeneric),
  }
}

type LinkedProductSource = Pick<
  Product,
  'id' | 'slug' | 'name' | 'pictureKey' | 'requiresPrescription' | 'kind' | 'priceCents' | 'stock'
>

function toLinkedProduct({ stock, priceCents, ...product }: LinkedProductSource): LinkedProduct {
  const { id, slug, name, pictureKey, requiresPrescription, kind } = product
  return { id, slug, name, pictureKey, requiresPrescription, kind, priceCents: stock > 0 ? priceCents : null }
}

/** For search engines, which have no postal code: a place's own fee where one is chosen; null outside coverage. */
async function loadShippingDetails(
  { delivery }: AppLoadContext['shop'],
  { destination, isCovered, branch }: Visitor,
  priceCents: number,
) {
  if (destination && !isCovered) return null
  const feeTerms = destination ? [branch] : await delivery.listFeeTerms(branch)
  const fees = delivery.calculateFeeRange(feeTerms, priceCents)
  return fees && { fees, region: branch.address?.state }
}

/** Null outside coverage; before a place is chosen, the default branch's hours and what the notice promises. */
function toShippingPromise({ destination, isCovered, branch }: Visitor, feeCents: number, now: Date) {
  if ((destination && !isCovered) || !branch.promisesBy) return null
  const estimateMinutes = destination ? branch.shippingEstimateMinutes : defaultDeliveryEstimateMinutes
  return { estimateMinutes, feeCents, nextOpening: branch.opensAt && formatNextOpening(branch.opensAt, now) }
}

/** In how many stores it can be picked up today. */
async function countPickupStores({ shop }: AppLoadContext, { id, isSellableOnline }: Product): Promise<number> {
  if (!isSellableOnline || !shop.showsShippingPromise) return 0
  const [stores, offers] = await Promise.all([shop.delivery.listPickupStores(), shop.catalogue.loadBranchOffers([id])])
  const branchIdsInStock = new Set(offers.filter((offer) => offer.stock > 0).map(({ branchId }) => branchId))
  return stores.filter((store) => branchIdsInStock.has(store.id) && shop.delivery.isPickupReadyToday(store)).length
}

/** From 3 to 8, seemingly random but the same at every visit (specification, section 9: display only). */
function computeDemoRating({ id }: Pick<Product, 'id'>): number {
  return 3 + ((Math.imul(id, 2_654_435_761) >>> 16) % 6)
}
