import type { Shop } from '#server/shop.ts'
import { categoryPath } from '../texts/category-path.ts'
import { escapeXml } from './xml.ts'

/** The most URLs that the sitemap standard allows in one file. */
const urlsPerPart = 50_000
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

/** Part 0 holds the shop's own pages and categories, the others products, `perPart` ids each. */
export async function countSitemapParts({ catalogue: { productFeed } }: Shop): Promise<number> {
  return 1 + Math.ceil((await productFeed.lastProductId()) / urlsPerPart)
}

export async function* sitemapIndex(shop: Shop, origin: string): AsyncGenerator<string> {
  yield '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const partCount = await countSitemapParts(shop)
  for (let part = 0; part < partCount; part += 1)
    yield `<sitemap><loc>${escapeXml(origin)}/sitemap/${part}.xml</loc></sitemap>`
  yield '</sitemapindex>'
}

export async function* sitemapPart(shop: Shop, origin: string, part: number): AsyncGenerator<string> {
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const url = (path: string) => `<url><loc>${escapeXml(origin + path)}</loc></url>`
  if (part === 0) {
    for (const path of publicPaths) yield url(path)
    for (const { id } of await shop.delivery.listStores()) yield url(`/lojas/${id}`)
    for (const { slug, subcategories } of await shop.catalogue.listCategories()) {
      yield url(categoryPath(slug))
      for (const child of subcategories) yield url(categoryPath(slug, child.slug))
    }
  } else {
    const lastId = part * urlsPerPart
    for (let afterId = lastId - urlsPerPart; afterId < lastId; afterId += 5000) {
      const slugs = await shop.catalogue.productFeed.listSlugs(
        defaultBranchId,
        afterId,
        Math.min(afterId + 5000, lastId),
      )
      yield slugs.map((slug) => url(`/produto/${slug}`)).join('')
    }
  }
  yield '</urlset>'
}
