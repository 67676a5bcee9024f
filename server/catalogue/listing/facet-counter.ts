import type { ProductKind, Row } from '../../database/schema.ts'

/** In place of a branch: products, whether a branch offers them or not. Only `all` is counted so. */
export const everyBranch = 0

/** How many values of a facet are stored per place, the most frequent ones. */
export const keptChoices = 100

interface CountedProduct {
  categoryId: number
  subcategoryId: number
  brand: string
  activeIngredient: string
  kind: ProductKind
  requiresPrescription: 0 | 1
}

export interface OfferAt {
  branch_id: number
  discount_percent: number
}

type Count = Row<'facet_count'>
type Facet = Count['facet']
/** How many products have each value. */
type Values = Map<string, number>
type CountsByFacet = Partial<Record<Facet, Values>>

/**
 * Counts the products of a whole catalogue for the filters beside its listings. Most products have the same set of branches,
 * so counts are kept per set of branches and subcategory, and added up for each branch and category at the end.
 */
export function createFacetCounter() {
  const countsByPlace = new Map<string, CountsByFacet>()
  return { add, rows }

  function add(product: CountedProduct, offers: OfferAt[]): void {
    const place = `${product.categoryId} ${product.subcategoryId}`
    addTo(countedIn(countsByPlace, `${everyBranch}|${place}`), 'all', '', 1)
    if (offers.length === 0) return
    const here = countedIn(countsByPlace, `${branchesOf(offers)}|${place}`)
    addTo(here, 'all', '', 1)
    if (product.brand !== '') addTo(here, 'brand', product.brand, 1)
    if (product.activeIngredient !== '') addTo(here, 'ingredient', product.activeIngredient, 1)
    addTo(here, 'kind', product.kind, 1)
    if (product.requiresPrescription === 0) addTo(here, 'free', '1', 1)
    const discounted = offers.filter(({ discount_percent }) => discount_percent > 0)
    if (discounted.length > 0) addTo(countedIn(countsByPlace, `${branchesOf(discounted)}|${place}`), 'offer', '1', 1)
  }

  /** The most frequent values of each facet, for each branch's whole range, categories and subcategories. */
  function rows(): Count[] {
    const shared = new Map<string, CountsByFacet>()
    for (const [group, facets] of countsByPlace) {
      for (const range of rangesOf(group)) addAll(countedIn(shared, range), facets)
    }
    return [...shared].flatMap(([group, facets]) => {
      const [branch, category, subcategory] = group.split(' ')
      const at = { branch_id: Number(branch), category_id: Number(category), subcategory_id: Number(subcategory) }
      return facetsOf(facets).flatMap(([facet, values]) =>
        byFrequency(values)
          .slice(0, keptChoices)
          .map(([value, products], index) => ({ ...at, facet, position: index + 1, value, products })),
      )
    })
  }
}

function branchesOf(offers: OfferAt[]): string {
  return offers.map(({ branch_id }) => branch_id).join(' ')
}

function countedIn(groups: Map<string, CountsByFacet>, group: string): CountsByFacet {
  let facets = groups.get(group)
  if (facets === undefined) {
    facets = {}
    groups.set(group, facets)
  }
  return facets
}

function facetsOf(facets: CountsByFacet): [Facet, Values][] {
  return Object.entries(facets) as [Facet, Values][]
}

function addTo(facets: CountsByFacet, facet: Facet, value: string, products: number): void {
  facets[facet] ??= new Map()
  facets[facet].set(value, (facets[facet].get(value) ?? 0) + products)
}

function addAll(facets: CountsByFacet, more: CountsByFacet): void {
  for (const [facet, values] of facetsOf(more)) {
    for (const [value, products] of values) addTo(facets, facet, value, products)
  }
}

/** Each branch's whole range, category and subcategory that a group of products belongs to. */
function rangesOf(group: string): string[] {
  const [branches = '', place = ''] = group.split('|')
  const [category] = place.split(' ')
  const places = ['0 0', `${category} 0`, place]
  return branches
    .split(' ')
    .filter(Boolean)
    .flatMap((branch) => places.map((at) => `${branch} ${at}`))
}

/** The most frequent first, ties by code unit, so that the order is the same on every database. */
export function byFrequency(counts: Map<string, number>): [value: string, products: number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
