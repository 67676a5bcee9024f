import { type AppLoadContext, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Product } from '#server/catalogue/shapes.ts'
import { isRefusal, refusalPage } from './answers.server.ts'
import type { LinkedProduct } from './components/product-links/product-links.tsx'
import { cookiesOf } from './cookies.server.ts'
import { idFrom } from './ids.ts'
import { formatMoney } from './texts/format.ts'
import { productTexts as texts } from './texts/product.ts'
import { type Visitor, visitorOf } from './visitor.server.ts'

/** How many of each stand on the page, and how many products seen the cookie keeps. */
const alternativesShown = 5
const recentShown = 5
const recentKept = 8

/** Everything a product's page shows; the product joins those seen, unless it needs a prescription. */
export async function loadProductPage(args: LoaderFunctionArgs) {
  const { context, request } = args
  const { shop } = context
  const cookies = cookiesOf(shop)
  const header = request.headers.get('Cookie')
  const [visitor, compared, seen] = await Promise.all([
    visitorOf(args),
    cookies.readCompareList(header),
    cookies.readRecent(header),
  ])
  const product = await findProduct(args, visitor.branch.id)
  const [[category, child], alternatives, recent] = await Promise.all([
    shop.catalogue.categoriesOf(product),
    shop.alternatives.findAlternatives(visitor.branch.id, product, alternativesShown),
    recentlySeen(
      context,
      visitor,
      seen.filter((id) => id !== product.id),
    ),
  ])
  const listing = `/categoria/${category.slug}`
  const { listPriceCents, categoryId, subcategoryId, ...shown } = product
  const page = {
    product: shown,
    categories: [
      { name: category.name, href: listing },
      { name: child.name, href: `${listing}?child=${child.slug}` },
    ],
    quantityInBag: visitor.bag.lines.find((line) => line.productId === product.id)?.quantity ?? 0,
    zipcode: visitor.chosen?.zipcode ?? null,
    isCovered: visitor.isCovered,
    shipping: shop.shippingDesign ? shippingPromise(visitor) : null,
    rating: shop.sandbox && !product.requiresPrescription ? demoRating(product) : null,
    kept: { isFavourite: visitor.favourites?.includes(product.id) ?? false, isCompared: compared.includes(product.id) },
    alternatives: alternatives.map((other) => ({ ...linked(other), note: differenceNote(other.differenceCents) })),
    recent,
  }
  if (product.requiresPrescription || seen[0] === product.id) return data(page)
  const nowSeen = [product.id, ...seen.filter((id) => id !== product.id)].slice(0, recentKept)
  return data(page, { headers: { 'Set-Cookie': await cookies.writeRecent(nowSeen) } })
}

/** Other spellings of the address lead to the one it has; so does the product's number, which tells nobody its name. */
async function findProduct({ context, params, request }: LoaderFunctionArgs, branchId: number): Promise<Product> {
  const { catalogue } = context.shop
  const { slug = '' } = params
  const leadTo = (own: string, status: 301 | 302) => redirect(`/produto/${own}${new URL(request.url).search}`, status)
  const product = await catalogue.findProductBySlug(branchId, slug).catch(async (error: unknown) => {
    if (!isRefusal(error)) throw error
    const id = idFrom(slug)
    const numbered = (await catalogue.findProducts(branchId, [id])).get(id)
    throw numbered ? leadTo(numbered.slug, 302) : refusalPage(error)
  })
  if (product.slug !== slug) throw leadTo(product.slug, 301)
  return product
}

/** What the visitor looked at before, the newest first. What the law lets no one promote is never shown again unasked. */
async function recentlySeen({ shop }: AppLoadContext, { branch }: Visitor, ids: number[]): Promise<LinkedProduct[]> {
  const products = await shop.catalogue.findProducts(branch.id, ids)
  return ids
    .flatMap((id) => products.get(id) ?? [])
    .filter(({ requiresPrescription, promoAllowed }) => !requiresPrescription && promoAllowed)
    .slice(0, recentShown)
    .map(linked)
}

function linked({ id, slug, name, pictureKey, priceCents }: LinkedProduct): LinkedProduct {
  return { id, slug, name, pictureKey, priceCents }
}

function differenceNote(cents: number): string {
  if (cents === 0) return texts.samePrice
  return cents < 0 ? texts.cheaper(formatMoney(-cents)) : texts.dearer(formatMoney(cents))
}

/** Nothing is promised to a place no branch delivers to. */
function shippingPromise({ chosen, isCovered, branch }: Visitor) {
  if (chosen && !isCovered) return null
  return { estimateMinutes: branch.shippingEstimateMinutes, opensAt: branch.isOpen ? null : branch.openTime }
}

/** From 3 to 8, as if at random, but the same at every visit (specification, section 9: display only). */
function demoRating({ id }: Pick<Product, 'id'>): number {
  return 3 + ((Math.imul(id, 2_654_435_761) >>> 16) % 6)
}
