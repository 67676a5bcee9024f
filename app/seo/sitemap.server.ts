import type { Shop } from '#server/shop.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { escapeXml } from './xml.ts'

/** The most URLs that the sitemap standard allows in one file. */
const maxUrlsPerPart = 50_000
/** Before a postal code is known, the shop shows this branch. */
const defaultBranchId = 1
const publicPaths = [
  '/',
  '/categoria',
  '/sobre-nos',
  '/beneficio',
  '/hospitais-e-clinicas',
  '/termos-e-condicoes',
  '/acessibilidade',
  '/lojas',
]

/** Part 0 holds the shop's own pages and categories, the others products, `maxUrlsPerPart` ids each. */
export async function countSitemapParts({ catalogue: { productFeed } }: Shop): Promise<number> {
  return 1 + Math.ceil((await productFeed.findLastProductId()) / maxUrlsPerPart)
}

export async function* renderSitemapIndex(shop: Shop, origin: string): AsyncGenerator<string> {
  yield '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const partCount = await countSitemapParts(shop)
  for (let partNumber = 0; partNumber < partCount; partNumber += 1)
    yield `<sitemap><loc>${escapeXml(origin)}/sitemap/${partNumber}.xml</loc></sitemap>`
  yield '</sitemapindex>'
}

export async function* renderSitemapPart(shop: Shop, origin: string, partNumber: number): AsyncGenerator<string> {
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const renderUrl = (path: string) => `<url><loc>${escapeXml(origin + path)}</loc></url>`
  if (partNumber === 0) {
    for (const path of publicPaths) yield renderUrl(path)
    for (const { id } of await shop.delivery.listPickupStores()) yield renderUrl(`/lojas/${id}`)
    for (const { slug, subcategories } of await shop.catalogue.listCategories()) {
      yield renderUrl(toCategoryPath(slug))
      for (const subcategory of subcategories) yield renderUrl(toCategoryPath(slug, subcategory.slug))
    }
  } else {
    const lastId = partNumber * maxUrlsPerPart
    for (let afterId = lastId - maxUrlsPerPart; afterId < lastId; afterId += 5000) {
      const slugs = await shop.catalogue.productFeed.listProductSlugs(
        defaultBranchId,
        afterId,
        Math.min(afterId + 5000, lastId),
      )
      yield slugs.map((slug) => renderUrl(`/produto/${slug}`)).join('')
    }
  }
  yield '</urlset>'
}
