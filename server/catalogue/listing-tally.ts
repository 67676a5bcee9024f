import type { ProductKind, Row } from '../database/schema.ts'

/** How many values of a facet are kept for a place: of more, the most frequent. */
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

type Count = Row<'listing_count'>

/**
 * Counts the products of a whole catalogue for the filters beside its listings. Most products stand in the same branches, so
 * each is counted once for all of these, and what was counted is shared out among branches and places at the end.
 */
export function openTally() {
  const counted = new Map<string, Map<string, number>>()
  return { add, rows }

  function add(product: CountedProduct, offers: OfferAt[]): void {
    const place = `${product.categoryId} ${product.subcategoryId}`
    const everywhere = branchesOf(offers)
    const count = (facet: Count['facet'], value: string, branches = everywhere) =>
      addTo(counted, `${branches}|${place}|${facet}`, value, 1)
    count('all', '')
    if (product.brand !== '') count('brand', product.brand)
    if (product.activeIngredient !== '') count('ingredient', product.activeIngredient)
    count('kind', product.kind)
    if (product.requiresPrescription === 0) count('free', '1')
    const discounted = offers.filter(({ discount_percent }) => discount_percent > 0)
    if (discounted.length > 0) count('offer', '1', branchesOf(discounted))
  }

  /** For each branch the whole shop, its categories and their subcategories: of each facet the most frequent values. */
  function rows(): Count[] {
    const shared = new Map<string, Map<string, number>>()
    for (const [group, values] of counted) {
      const [branches = '', place = '', facet] = group.split('|')
      const [category] = place.split(' ')
      for (const branch of branches.split(' ').filter(Boolean)) {
        for (const at of ['0 0', `${category} 0`, place]) {
          for (const [value, products] of values) addTo(shared, `${branch} ${at} ${facet}`, value, products)
        }
      }
    }
    return [...shared].flatMap(([group, values]) => {
      const [branch, category, subcategory, facet] = group.split(' ')
      const at = { branch_id: Number(branch), category_id: Number(category), subcategory_id: Number(subcategory) }
      return byFrequency(values)
        .slice(0, keptChoices)
        .map(([value, products], index) => ({
          ...at,
          facet: facet as Count['facet'],
          position: index + 1,
          value,
          products,
        }))
    })
  }
}

function branchesOf(offers: OfferAt[]): string {
  return offers.map(({ branch_id }) => branch_id).join(' ')
}

function addTo(groups: Map<string, Map<string, number>>, group: string, value: string, products: number): void {
  let values = groups.get(group)
  if (values === undefined) {
    values = new Map()
    groups.set(group, values)
  }
  values.set(value, (values.get(value) ?? 0) + products)
}

/** The most frequent first; in code units' order where two are equally frequent: the same on every database. */
export function byFrequency(counts: Map<string, number>): [value: string, products: number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
