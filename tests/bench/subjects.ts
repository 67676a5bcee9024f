import { noFilters } from '../../server/catalogue/listing/facets.ts'
import type { Shop } from '../../server/shop.ts'

interface AskedCatalogue {
  catalogue: Pick<
    Shop['catalogue'],
    'listProducts' | 'listPromotedProducts' | 'getProductBySlug' | 'listCategories' | 'listFacetChoices'
  >
  slugs: string[]
  /** The last full page of the first category. */
  lastPage: number
}

interface AskedServer {
  url: string
  /** Products that both shops have. */
  demoSlugs: string[]
  /** Products whose page shows five alternatives. */
  withAlternatives: string[]
}

/** Each matches at least 24 products even among 205, so that both shops fill a page with the same number of cards. */
const words = ['comprimidos', 'medicamentos', 'higiene', 'cuidados', 'generico', 'suplementos']

/** A different typo in each round, since corrections are cached. */
function misspelt(round: number): string {
  const word = at(words, round)
  const from = 3 + (Math.floor(round / words.length) % (word.length - 4))
  return `${word.slice(0, from)}${word[from + 1]}${word[from]}${word.slice(from + 2)}`
}

function at(items: string[], round: number): string {
  return items[round % items.length] ?? ''
}

/** Which branch a round asks. */
export function branch(round: number): number {
  return [1, 2, 3, 4, 5, 10][round % 6] ?? 1
}

type Listing = Parameters<AskedCatalogue['catalogue']['listProducts']>[1]

function list(listingOf: (round: number) => Listing) {
  return ({ catalogue }: AskedCatalogue, round: number) => catalogue.listProducts(branch(round), listingOf(round))
}

/** The database queries of a page, run through the shop's own verbs. */
export const verbs: Record<string, (shop: AskedCatalogue, round: number) => Promise<unknown>> = {
  'product by slug': ({ catalogue, slugs }, round) => catalogue.getProductBySlug(branch(round), at(slugs, round)),
  categories: ({ catalogue }) => catalogue.listCategories(),
  'category, most sold': list(() => ({ categoryId: 1 })),
  'category, cheapest': list(() => ({ categoryId: 1, order: 'cheapest' })),
  'category, dearest': list(() => ({ categoryId: 1, order: 'dearest' })),
  'category, discount': list(() => ({ categoryId: 1, order: 'discount' })),
  'category, name': list(() => ({ categoryId: 1, order: 'name' })),
  'category, last page': ({ catalogue, lastPage }, round) =>
    catalogue.listProducts(branch(round), { categoryId: 1, page: lastPage }),
  'category by name, last page': ({ catalogue, lastPage }, round) =>
    catalogue.listProducts(branch(round), { categoryId: 1, page: lastPage, order: 'name' }),
  'all products': list(() => ({})),
  'category in stock, no prescription': list(() => ({
    categoryId: 1,
    filters: { ...noFilters, inStock: true, withoutPrescription: true },
  })),
  search: list((round) => ({ search: at(words, round) })),
  'search, corrected': list((round) => ({ search: misspelt(round) })),
  'home shelf': ({ catalogue }, round) => catalogue.listPromotedProducts(branch(round), 1, 5),
}

/**
 * The dearest of these once more, with nothing remembered: what the first of all shoppers waits for.
 */
export const anew: typeof verbs = Object.fromEntries(
  [
    'category, most sold',
    'category, last page',
    'category by name, last page',
    'category in stock, no prescription',
    'search',
  ].flatMap((name) => {
    const run = verbs[name]
    return run ? [[`${name}, cold`, run]] : []
  }),
)

let asked = 0

function page(pathOf: (shop: AskedServer, round: number) => string) {
  return async (shop: AskedServer, round: number) => {
    const url = new URL(pathOf(shop, round), shop.url)
    // A unique URL misses the page caches, so that each page is rendered.
    url.searchParams.set('n', `${++asked}`)
    const answer = await fetch(url)
    if (answer.status !== 200) throw new Error(`${answer.status} for ${answer.url}`)
    await answer.arrayBuffer()
  }
}

/** Whole pages as a browser gets them. */
export const pages: Record<string, (shop: AskedServer, round: number) => Promise<unknown>> = {
  home: page(() => '/'),
  category: page(() => '/categoria/medicamentos'),
  'category, cheapest': page(() => '/categoria/medicamentos?ordem=menor-preco'),
  product: page(({ demoSlugs }, round) => `/produto/${at(demoSlugs, round)}`),
  'product, five alternatives': page(({ withAlternatives }, round) => `/produto/${at(withAlternatives, round)}`),
  search: page((_, round) => `/categoria?search=${at(words, round)}`),
  'search, corrected': page((_, round) => `/categoria?search=${misspelt(round)}`),
}
