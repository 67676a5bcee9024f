import type { Shop } from '#server/shop.ts'
import { categoryPath } from '../texts/category-path.ts'
import { xmlText } from './xml.ts'

/** The most URLs that the sitemap standard allows in one file. */
const perPart = 50_000
/** Before a postal code is known, the shop shows this branch. */
const branchId = 1
const publicPages = [
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
export async function sitemapParts({ catalogue: { productFeed } }: Shop): Promise<number> {
  return 1 + Math.ceil((await productFeed.lastProductId()) / perPart)
}

export async function* sitemapIndex(shop: Shop, origin: string): AsyncGenerator<string> {
  yield '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const parts = await sitemapParts(shop)
  for (let part = 0; part < parts; part += 1)
    yield `<sitemap><loc>${xmlText(origin)}/sitemap/${part}.xml</loc></sitemap>`
  yield '</sitemapindex>'
}

export async function* sitemapPart(shop: Shop, origin: string, part: number): AsyncGenerator<string> {
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const url = (path: string) => `<url><loc>${xmlText(origin + path)}</loc></url>`
  if (part === 0) {
    for (const page of publicPages) yield url(page)
    for (const { id } of await shop.delivery.listStores()) yield url(`/lojas/${id}`)
    for (const { slug, subcategories } of await shop.catalogue.listCategories()) {
      yield url(categoryPath(slug))
      for (const child of subcategories) yield url(categoryPath(slug, child.slug))
    }
  } else {
    const last = part * perPart
    for (let after = last - perPart; after < last; after += 5000) {
      const slugs = await shop.catalogue.productFeed.listSlugs(branchId, after, Math.min(after + 5000, last))
      yield slugs.map((slug) => url(`/produto/${slug}`)).join('')
    }
  }
  yield '</urlset>'
}
