import type { Term } from './search-query.ts'

interface Rankable {
  id: number
  /** How well it answers what was searched: see `withScores`. */
  score: number
  outOfStock: 0 | 1
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

/**
 * Products with how well each answers the terms, in place of the text that tells it.
 * @param products `searchText`: sections, as `searchColumns` writes them
 */
export function withScores<Product extends { searchText: string }>(products: Product[], terms: Term[]) {
  const wanted = terms.map(({ ways }) => ways.map(({ words, weight }) => ({ words: words.map(readWord), weight })))
  return products.map(({ searchText, ...product }) => ({ ...product, score: relevance(searchText, wanted) }))
}

/** Best first: by score, then what is in stock, then the most sold, then by id. */
export function rank<Product extends Rankable>(products: Product[]): Product[] {
  return products.toSorted(
    (a, b) => b.score - a.score || a.outOfStock - b.outOfStock || b.unitsSold - a.unitsSold || a.id - b.id,
  )
}

/** A word as it stands in a section, read once for all products. */
interface Wanted {
  begun: string
  whole: string
  /** Of a number: the same one with a unit. */
  measured: RegExp | null
}

function readWord(word: string): Wanted {
  return {
    begun: ` ${word}`,
    whole: ` ${word} `,
    measured: /^[\dp]+$/.test(word) ? new RegExp(` ${word}[a-z]`) : null,
  }
}

function relevance(searchText: string, terms: { words: Wanted[]; weight: number }[][]): number {
  const sections = ` ${searchText} `.split('|')
  let score = 0
  for (const ways of terms) {
    let best = 0
    for (const { words, weight } of ways) {
      let points = 0
      for (const word of words) points += worthOf(word, sections)
      best = Math.max(best, (weight * points) / words.length)
    }
    score += best
  }
  return Math.round(score * 4)
}

function worthOf({ begun, whole, measured }: Wanted, sections: string[]): number {
  let best = 0
  for (const [index, section] of sections.entries()) {
    const value = worth[index] ?? worth[3]
    const at = section.indexOf(begun)
    if (!value || at < 0) continue
    const isWhole = section.includes(whole, at)
    if (measured && !isWhole && !measured.test(section)) {
      best = Math.max(best, otherNumber)
      continue
    }
    let points = isWhole ? value.whole : value.begun
    if (index === 0 && at === 0) points += inFront
    // A product of this ingredient alone stands before one that holds it among others.
    if (index === 0 && (sections[2] ?? '').startsWith(begun) && wordsIn(sections[2]) <= 2) points += onlyIngredient
    best = Math.max(best, points)
  }
  return best
}

function wordsIn(section = ''): number {
  return section.trim().split(' ').length
}
