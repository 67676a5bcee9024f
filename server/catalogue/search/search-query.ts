import { codeWords, isCode, isStopWord, searchWords, withoutStopWords, writtenMeasure } from './search-text.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * One term of a search, with its alternatives: how the catalogue may write it. Each alternative is a list of words
 * that must all match; a word also matches as a prefix.
 */
export interface Term {
  alternatives: { words: string[]; weight: number }[]
}

/** What a search looks for: every term must be found. */
export interface SearchPlan {
  terms: Term[]
  /** The words actually searched, where they differ from those typed. */
  correctedQuery: string | null
}

/** Further words are ignored: nobody types more into a shop's search. */
const maxWords = 8
const maxTextLength = 200

/** Weights of a match: as typed, the same product by another name, another product with the same active ingredient. */
const weights = { asTyped: 1, synonym: 0.9, sameIngredient: 0.5 }

interface Piece {
  /** As typed, folded. */
  words: string[]
  /** What is searched instead of a misspelt word. */
  corrected: string | null
  /** What means the same. */
  synonyms: string[][]
}

interface SearchOptions {
  /** Search the typed words only: no corrections, no synonyms. */
  exact?: boolean
  /** Also correct words that are a prefix of a catalogue's word, since they found nothing. */
  thorough?: boolean
}

/** Parses a shopper's words with the vocabulary of the catalogue. */
export function planSearch(
  text: string,
  vocabulary: Vocabulary,
  { exact = false, thorough = false }: SearchOptions = {},
): SearchPlan {
  const codes = codeWords(text)
  if (codes)
    return {
      terms: [{ alternatives: codes.map((word) => ({ words: [word], weight: weights.asTyped })) }],
      correctedQuery: null,
    }
  const words = searchWords(withoutCount(text.slice(0, maxTextLength)))
  const pieces = exact ? withoutStopWords(words).map(asTyped) : readPieces(words, vocabulary, thorough)
  const usedPieces = pieces.slice(0, maxWords)
  const isCorrected = usedPieces.some(({ corrected }) => corrected !== null)
  return {
    terms: usedPieces.map((piece) => termOf(piece, vocabulary, exact)),
    correctedQuery: isCorrected ? usedPieces.map((piece) => spelling(piece, vocabulary)).join(' ') : null,
  }
}

/**
 * Relaxes a search by one term: words unknown to the catalogue are dropped first, then the last word, because the first one
 * names the product, then counts, and strengths last: another strength is another medicine. A letter belongs to the word
 * before it (vitamina d). Null when only one term is left.
 */
export function relaxQuery(terms: Term[], vocabulary: Vocabulary): Term[] | null {
  if (terms.length < 2) return null
  const words = terms.map(({ alternatives }) => alternatives[0]?.words[0] ?? '')
  const last = (isMeant: (word: string) => boolean) => {
    const index = words.findLastIndex(isMeant)
    return index > 0 ? index : -1
  }
  const candidates = [
    words.findIndex((word) => !vocabulary.isPrefixOfAny(word)),
    last((word) => /^[a-z]{2}/.test(word)),
    last((word) => /^\d+$/.test(word)),
    last((word) => /^\d/.test(word)),
  ]
  const dropped = candidates.find((index) => index >= 0) ?? terms.length - 1
  return terms.filter((_, index) => index !== dropped)
}

/** How the terms of a plan are written, for "Mostrando resultados para …". */
export function wordsOf(terms: Term[], vocabulary: Vocabulary): string {
  return phraseOf(
    terms.flatMap(({ alternatives }) => alternatives[0]?.words ?? []),
    vocabulary,
  )
}

/** What a plan looks for, as people write it: of each term its alternatives, any of which will do. */
export function alternativesOf(terms: Term[], vocabulary: Vocabulary): string[][] {
  const withoutLetter = (word: string) => (isCode(word) ? word.slice(1) : word)
  return terms.map(({ alternatives }) => [
    ...new Set(alternatives.map(({ words }) => phraseOf(words.map(withoutLetter), vocabulary))),
  ])
}

/** `c/ 30` and `c 30` are "com 30", and no vitamin. */
function withoutCount(text: string): string {
  return text.replace(/(?<!\bvit\.?|\bvitamina)\s+c(?:\s*\/\s*|\s+)(?=\d+\b)/gi, ' com ')
}

function asTyped(word: string): Piece {
  return { words: [word], corrected: null, synonyms: [] }
}

function readPieces(words: string[], vocabulary: Vocabulary, thorough: boolean): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = vocabulary.synonymsAt(words, at)
    if (phrase) {
      pieces.push({ words: words.slice(at, at + phrase.length), corrected: null, synonyms: phrase.synonyms })
      at += phrase.length
      continue
    }
    const word = words[at] ?? ''
    const next = words[at + 1]
    const joined = next === undefined ? '' : word + next
    if (joined.length > 3 && vocabulary.find(joined) && !(next && vocabulary.find(word) && vocabulary.find(next))) {
      pieces.push(asTyped(joined))
      at += 2
      continue
    }
    if (!isStopWord(word)) pieces.push(...readWord(word, vocabulary, thorough))
    at += 1
  }
  return pieces.length > 0 ? pieces : words.map(asTyped)
}

function readWord(word: string, vocabulary: Vocabulary, thorough: boolean): Piece[] {
  if (vocabulary.find(word) || (!thorough && vocabulary.isPrefixOfAny(word))) return [asTyped(word)]
  // "omega3", "fps60"
  const parts = word.match(/^([a-z]{2,})(\d+)$/)
  if (parts?.[1] && parts[2] && vocabulary.isPrefixOfAny(parts[1])) return [asTyped(parts[1]), asTyped(parts[2])]
  return [{ words: [word], corrected: vocabulary.correct(word), synonyms: [] }]
}

function termOf({ words, corrected, synonyms }: Piece, vocabulary: Vocabulary, exact: boolean): Term {
  const searchedWords = corrected === null ? withoutStopWords(words) : [corrected]
  const alternatives = [{ words: searchedWords, weight: weights.asTyped }]
  for (const synonym of synonyms) alternatives.push({ words: synonym, weight: weights.synonym })
  const ingredient = exact || searchedWords.length !== 1 ? null : vocabulary.find(searchedWords[0] ?? '')?.ingredient
  if (ingredient) alternatives.push({ words: ingredient.split(' '), weight: weights.sameIngredient })
  return { alternatives }
}

function spelling({ words, corrected }: Piece, vocabulary: Vocabulary): string {
  return phraseOf(corrected === null ? words : [corrected], vocabulary)
}

function phraseOf(words: string[], vocabulary: Vocabulary): string {
  return words.map((word) => spellingOf(word, vocabulary)).join(' ')
}

function spellingOf(word: string, vocabulary: Vocabulary): string {
  return /^\d/.test(word) ? writtenMeasure(word) : (vocabulary.find(word)?.spelling ?? word)
}
