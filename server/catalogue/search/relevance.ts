import type { SearchTerm } from './search-query.ts'

interface RankableProduct {
  id: number
  /** How well it matches the search: see `addScores`. */
  score: number
  isOutOfStock: boolean
  unitsSold: number
}

/** Points for a match in name, brand, active ingredient and the rest: of a whole word, and of only the beginning of one. */
const matchPointsBySection = [
  { exact: 10, prefix: 6 },
  { exact: 10, prefix: 6 },
  { exact: 8, prefix: 5 },
  { exact: 3, prefix: 1 },
]
const startBonusPoints = 3
const singleIngredientBonusPoints = 2
/** Points for a number that only begins another one: 50 is not 500. */
const partialNumberPoints = 0.5

/**
 * Replaces each product's search text by its score for the terms.
 * @param products `searchText`: sections, as `buildSearchColumns` writes them
 */
export function addScores<Product extends { searchText: string }>(products: Product[], terms: SearchTerm[]) {
  const termPatterns = terms.map(({ alternatives }) =>
    alternatives.map(({ words, weight }) => ({ words: words.map(buildWordPatterns), weight })),
  )
  return products.map(({ searchText, ...product }) => ({
    ...product,
    score: calculateRelevance(searchText, termPatterns),
  }))
}

/** Best first: by score, then what is in stock, then the most sold, then by id. */
export function rankProducts<Product extends RankableProduct>(products: Product[]): Product[] {
  return products.toSorted(
    (a, b) =>
      b.score - a.score || Number(a.isOutOfStock) - Number(b.isOutOfStock) || b.unitsSold - a.unitsSold || a.id - b.id,
  )
}

/** The patterns that find a word in a section, made once for all products. */
interface WordPatterns {
  prefix: string
  wholeWord: string
  /** For a number: the same number with a unit. */
  numberWithUnitPattern: RegExp | null
}

function buildWordPatterns(word: string): WordPatterns {
  return {
    prefix: ` ${word}`,
    wholeWord: ` ${word} `,
    numberWithUnitPattern: /^[\dp]+$/.test(word) ? new RegExp(` ${word}[a-z]`) : null,
  }
}

function calculateRelevance(searchText: string, terms: { words: WordPatterns[]; weight: number }[][]): number {
  const sections = ` ${searchText} `.split('|')
  let score = 0
  for (const alternatives of terms) {
    let bestScore = 0
    for (const alternative of alternatives) bestScore = Math.max(bestScore, scoreAlternative(alternative, sections))
    score += bestScore
  }
  return Math.round(score * 4)
}

function scoreAlternative({ words, weight }: { words: WordPatterns[]; weight: number }, sections: string[]): number {
  let points = 0
  for (const word of words) points += scoreWord(word, sections)
  return (weight * points) / words.length
}

function scoreWord(word: WordPatterns, sections: string[]): number {
  let bestScore = 0
  for (const index of sections.keys()) bestScore = Math.max(bestScore, scoreWordInSection(index, word, sections))
  return bestScore
}

function scoreWordInSection(
  index: number,
  { prefix, wholeWord, numberWithUnitPattern }: WordPatterns,
  sections: string[],
): number {
  const section = sections[index] ?? ''
  const matchPoints = matchPointsBySection[index] ?? matchPointsBySection[3]
  const position = section.indexOf(prefix)
  if (!matchPoints || position < 0) return 0
  const isWholeWord = section.includes(wholeWord, position)
  if (numberWithUnitPattern && !isWholeWord && !numberWithUnitPattern.test(section)) return partialNumberPoints
  const points = isWholeWord ? matchPoints.exact : matchPoints.prefix
  if (index > 0) return points
  // A product with only this ingredient ranks above one that combines it with others.
  const isSingleIngredient = (sections[2] ?? '').startsWith(prefix) && countWords(sections[2]) <= 2
  return points + (position === 0 ? startBonusPoints : 0) + (isSingleIngredient ? singleIngredientBonusPoints : 0)
}

function countWords(section = ''): number {
  return section.trim().split(' ').length
}
