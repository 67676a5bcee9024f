import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Category } from '#server/catalogue/types.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { toCategoryPath } from '../texts/category-path.ts'

/** The search field's dropdown shows at most four products (specification, section 9). */
const maxSuggestedProducts = 4
/** At most two words, two categories and two brands. */
const maxSuggestionsPerKind = 2

export interface Suggestions {
  /** `priceCents` null: none in stock. */
  products: { slug: string; name: string; pictureKey: string; priceCents: number | null }[]
  /** Other words to search for; below, links to categories and brands. */
  terms: string[]
  links: { name: string; kind: 'category' | 'brand'; href: string }[]
  productCount: number
  isCapped: boolean
}

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams.get('search')?.slice(0, 100) ?? ''
  const { branch } = await loadVisitor(args)
  const { catalogue } = args.context.shop
  const [{ products, productCount, isCapped, facets }, categories] = await Promise.all([
    catalogue.listProducts(branch.id, { search }),
    catalogue.listCategories(),
  ])
  const suggestions: Suggestions = {
    products: products.slice(0, maxSuggestedProducts).map(({ slug, name, pictureKey, priceCents, stock }) => ({
      slug,
      name,
      pictureKey,
      priceCents: stock > 0 ? priceCents : null,
    })),
    terms: facets.ingredients
      .map(({ value }) => value)
      .filter(createPrefixMatcher(search))
      .slice(0, maxSuggestionsPerKind),
    links: [
      ...toCategorySuggestions(categories)
        .filter(({ name }) => createPrefixMatcher(search)(name))
        .slice(0, maxSuggestionsPerKind),
      ...[...new Set(products.map(({ brand }) => brand))]
        .filter(createPrefixMatcher(search))
        .slice(0, maxSuggestionsPerKind)
        .map((name) => ({ name, kind: 'brand' as const, href: `/categoria?${new URLSearchParams({ marca: name })}` })),
    ],
    productCount,
    isCapped,
  }
  return Response.json(suggestions, { headers: { 'Cache-Control': 'private, max-age=30', Vary: 'Cookie' } })
}

function toCategorySuggestions(categories: Category[]) {
  return categories.flatMap(({ name, slug, subcategories }) => [
    { name, kind: 'category' as const, href: toCategoryPath(slug) },
    ...subcategories.map((subcategory) => ({
      name: subcategory.name,
      kind: 'category' as const,
      href: toCategoryPath(slug, subcategory.slug),
    })),
  ])
}

/** Whether one of a name's words begins with what was typed, whatever its case and accents. */
function createPrefixMatcher(term: string): (name: string) => boolean {
  const prefix = foldText(term)
  return (name) => prefix.length > 0 && ` ${foldText(name)}`.includes(` ${prefix}`)
}

function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
