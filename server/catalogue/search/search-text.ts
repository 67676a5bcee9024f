import { foldText } from '../../platform/user-input.ts'
import { isGtin, listScannedSpellings } from '../gtin.ts'
import { readScannedCode } from '../scanned-code.ts'

export interface SearchableProduct {
  name: string
  brand: string
  activeIngredient: string
  presentation: string
  manufacturer: string
  category: string
  subcategory: string
  ean: string | null
  anvisaRegistration: string | null
}

/** Longer words are cut: their ends distinguish nothing, and PostgreSQL refuses very long ones. */
const maxWordLength = 40
/** Characters of a product's text that are searched; real ones have less than half. */
const maxTextLength = 600
/** Bytes of a product's name key, brand and active ingredient together. */
const maxNamesBytes = 750

/**
 * Whether these names are too long for the index that covers a search, whose rows have at most 2,704 bytes (`100-shop/search.ts`):
 * for the names, the text, and its words again, each with four bytes more.
 */
export function areNamesTooLong({
  name,
  brand,
  activeIngredient,
}: Pick<SearchableProduct, 'name' | 'brand' | 'activeIngredient'>) {
  return Buffer.byteLength(foldText(name) + brand + activeIngredient) > maxNamesBytes
}

/** The columns of `product` for search and sorting. Code that changes one of the input fields must write both. */
export function buildSearchColumns(product: SearchableProduct): { searchText: string; nameKey: string } {
  const { brand, activeIngredient, presentation, manufacturer, category, subcategory } = product
  const sections = [
    toIndexedWords(product.name),
    toIndexedWordsCached(brand),
    toIndexedWordsCached(activeIngredient),
    [
      ...listPrefixedCodes(product).flatMap(toIndexedWords),
      ...[presentation, manufacturer, category, subcategory].flatMap(toIndexedWordsCached),
    ],
  ]
  const text = sections.map((words) => [...new Set(words)].join(' ')).join(' | ')
  return {
    searchText: text.length > maxTextLength ? text.slice(0, text.lastIndexOf(' ', maxTextLength)) : text,
    nameKey: foldText(product.name),
  }
}

/** Prefixes of codes, so that a number in a name never matches the beginning of a code. */
const prefixByCodeKind = { ean: 'e', anvisaRegistration: 'r' } as const

function listPrefixedCodes(product: SearchableProduct): string[] {
  const { ean: eanPrefix, anvisaRegistration: registrationPrefix } = prefixByCodeKind
  return [
    ...(product.ean ? [eanPrefix + product.ean] : []),
    ...(product.anvisaRegistration ? [registrationPrefix + product.anvisaRegistration] : []),
  ]
}

/**
 * The words that find a product by its bar code, typed or scanned, or its Anvisa registration, or the first 8 digits of one;
 * null for other text.
 */
export function parseCodeWords(text: string): string[] | null {
  const { code } = readScannedCode(text)
  if (isGtin(code)) {
    const eanWords = listScannedSpellings(code).map((spelling) => prefixByCodeKind.ean + spelling)
    return [...eanWords, prefixByCodeKind.anvisaRegistration + code]
  }
  const digits = code.replaceAll('/', '')
  return /^\d{8,14}$/.test(digits) ? Object.values(prefixByCodeKind).map((prefix) => prefix + digits) : null
}

/** Whether a word of the search text is a code, which must never be offered as a spelling correction. */
export function isCodeWord(word: string): boolean {
  return /^[er]\d{8,}$/.test(word)
}

/**
 * The words of a text as searches compare them: folded, letters and digits only. A number and its unit are one word, in one
 * unit: "1 g", "1g" and "1.000 mg" are `1000mg`, "12,5mg" is `12p5mg`.
 */
export function toSearchWords(text: string): string[] {
  const foldedText = foldText(text.replace(/[µμ]/g, 'mc'))
    .replace(/(\d)\.(?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d)[.,](?=\d)/g, '$1p')
    .replace(measurePattern, (_, number: string, unit: string) => `${toBaseUnitMeasure(number, unit)} `)
    // A concentration is one word, so that "500 mg" ranks tablets above drops of 500 mg/ml.
    .replace(/(?<=\d[a-z]+)\s*\/\s*(?=[a-z\d])/g, '')
  return (foldedText.match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, maxWordLength))
}

const stopWords = new Set(
  'a as ao aos com da das de do dos e em na nas no nos o os ou para pra pro por que um uma'.split(' '),
)

/** Whether a word says nothing about a product. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}

/** The words that say something about a product; all of them where none does. */
export function removeStopWords(words: string[]): string[] {
  const significantWords = words.filter((word) => !isStopWord(word))
  return significantWords.length > 0 ? significantWords : words
}

/** Includes words joined by a hyphen or an apostrophe as one word: "Oral-B" is found by "oral b" and by "oralb". */
function toIndexedWords(text: string): string[] {
  if (!/['’-]/.test(text)) return toSearchWords(text)
  const joinedWords = foldText(text).match(/[a-z0-9]+(?:['’-][a-z0-9]+)+/g) ?? []
  return [...toSearchWords(text), ...joinedWords.map((word) => word.replace(/[^a-z0-9]/g, '').slice(0, maxWordLength))]
}

/** Cached, since an import repeats the same brands, ingredients, presentations and categories. */
function toIndexedWordsCached(text: string): string[] {
  let words = indexedWordsCache.get(text)
  if (words === undefined) {
    words = toIndexedWords(text)
    if (indexedWordsCache.size >= 20_000) indexedWordsCache.clear()
    indexedWordsCache.set(text, words)
  }
  return words
}
const indexedWordsCache = new Map<string, string[]>()

const baseUnitByUnit: Record<string, [factor: number, unit: string]> = {
  mcg: [1, 'mcg'],
  mg: [1, 'mg'],
  g: [1000, 'mg'],
  kg: [1_000_000, 'mg'],
  ml: [1, 'ml'],
  l: [1000, 'ml'],
  ui: [1, 'ui'],
  mm: [1, 'mm'],
  cm: [10, 'mm'],
  m: [1000, 'mm'],
}
const abbreviationByUnitName: Record<string, string> = {
  micrograma: 'mcg',
  miligrama: 'mg',
  grama: 'g',
  gr: 'g',
  quilo: 'kg',
  mililitro: 'ml',
  litro: 'l',
}
const measurePattern = new RegExp(
  `(\\d[\\dp]*)\\s*(${[...Object.keys(baseUnitByUnit), ...Object.keys(abbreviationByUnitName).map((unit) => `${unit}s?`)].join('|')})(?![a-z0-9])`,
  'g',
)

function toBaseUnitMeasure(number: string, unitName: string): string {
  const [factor, unit] = baseUnitByUnit[abbreviationByUnitName[unitName.replace(/s$/, '')] ?? unitName] ?? [1, unitName]
  const amount = Number(number.replace('p', '.')) * factor
  // "1p2p3" is not a number: it stays a word.
  return Number.isFinite(amount) ? `${String(Number(amount.toFixed(6))).replace('.', 'p')}${unit}` : number + unit
}

/** A measure as packages print it: "1g" for `1000mg`, "12,5mg" for `12p5mg`. Other words are returned unchanged. */
export function formatMeasure(word: string): string {
  const [, number, unit] = word.match(/^(\d[\dp]*)([a-z]*)$/) ?? []
  if (number === undefined || unit === undefined) return word
  const amount = Number(number.replace('p', '.'))
  const largerUnit = amount >= 1000 ? { mg: 'g', ml: ' litro' }[unit] : undefined
  return `${largerUnit ? String(amount / 1000).replace('.', ',') : number.replace('p', ',')}${largerUnit ?? unit}`
}
