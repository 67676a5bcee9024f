import type { Term } from './search-query.ts'

export interface Rankable {
  id: number
  /** Sections, as `searchColumns` writes them. */
  searchText: string
  stock: number
  unitsSold: number
}

/** What a word is worth in name, brand, active ingredient and the rest: when it stands there whole, and when it only begins a word. */
const worth = [
  { whole: 10, begun: 6 },
  { whole: 10, begun: 6 },
  { whole: 8, begun: 5 },
  { whole: 3, begun: 1 },
]
const inFront = 3
const onlyIngredient = 2
/** A number that begins another number is another number: 50 is not 500. */
const otherNumber = 0.5

/** Best first: by how well a product answers the terms, then what is in stock, then the most sold, then by id. */
export function rank<Product extends Rankable>(products: Product[], terms: Term[]): Product[] {
  return products
    .map((product) => ({ product, score: relevance(product.searchText, terms) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(b.product.stock > 0) - Number(a.product.stock > 0) ||
        b.product.unitsSold - a.product.unitsSold ||
        a.product.id - b.product.id,
    )
    .map(({ product }) => product)
}

export function relevance(searchText: string, terms: Term[]): number {
  const sections = searchText.split(' | ').map((section) => ` ${section} `)
  let score = 0
  for (const { ways } of terms) {
    score += Math.max(
      ...ways.map(({ words, weight }) => (weight * sum(words, (word) => worthOf(word, sections))) / words.length),
    )
  }
  return Math.round(score * 4)
}

function worthOf(word: string, sections: string[]): number {
  let best = 0
  for (const [index, section] of sections.entries()) {
    const value = worth[index] ?? worth[3]
    const at = section.indexOf(` ${word}`)
    if (!value || at < 0) continue
    const isWhole = section.includes(` ${word} `)
    if (/^[\dp]+$/.test(word) && !isWhole && !new RegExp(` ${word}[a-z]`).test(section)) {
      best = Math.max(best, otherNumber)
      continue
    }
    let points = isWhole ? value.whole : value.begun
    if (index === 0 && at === 0) points += inFront
    // A product of this ingredient alone stands before one that holds it among others.
    if (index === 0 && (sections[2] ?? '').startsWith(` ${word}`) && words(sections[2]) <= 2) points += onlyIngredient
    best = Math.max(best, points)
  }
  return best
}

function words(section = ''): number {
  return section.trim().split(' ').length
}

function sum(items: string[], of: (item: string) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
