import { stopWords, synonyms } from '../../../app/texts/synonyms.ts'
import { codeWords, searchWords, writtenMeasure } from './search-text.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * One term of a search, with its alternatives: the ways in which the catalogue may write it. Each way is a list of words
 * that must all match; a word also matches as a prefix.
 */
export interface Term {
  ways: { words: string[]; weight: number }[]
}

/** What a search looks for: every term must be found. */
export interface SearchPlan {
  terms: Term[]
  /** The words actually searched, where they differ from those typed. */
  shownFor: string | null
}

/** Further words are ignored: nobody types more into a shop's search. */
const maxWords = 8
const maxTextLength = 200
/** The longest phrase among the synonyms. */
const maxPhraseWords = 5

/** Weights of a match: as typed, the same product by another name, another product with the same active ingredient. */
const weights = { asTyped: 1, synonym: 0.9, sameIngredient: 0.5 }

interface Piece {
  /** As typed, folded. */
  words: string[]
  /** What is searched instead of a misspelt word. */
  corrected: string | null
  synonym: string | null
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
    return { terms: [{ ways: codes.map((word) => ({ words: [word], weight: weights.asTyped })) }], shownFor: null }
  const typed = searchWords(text.slice(0, maxTextLength))
  const significant = typed.filter((word) => !stopWords.has(word))
  const pieces = exact
    ? (significant.length > 0 ? significant : typed).map(asTyped)
    : readPieces(typed, vocabulary, thorough)
  const some = pieces.slice(0, maxWords)
  const isCorrected = some.some(({ corrected }) => corrected !== null)
  return {
    terms: some.map((piece) => termOf(piece, vocabulary, exact)),
    shownFor: isCorrected ? some.map((piece) => spelling(piece, vocabulary)).join(' ') : null,
  }
}

/**
 * Relaxes a search by one term: words unknown to the catalogue are dropped first, then strengths and counts, then the last
 * word, because the first one names the product. Null when only one term is left.
 */
export function relaxQuery(terms: Term[], vocabulary: Vocabulary): Term[] | null {
  if (terms.length < 2) return null
  const first = (term: Term) => term.ways[0]?.words[0] ?? ''
  const unknown = terms.findIndex((term) => !vocabulary.begins(first(term)))
  const number = terms.findLastIndex((term) => /\d/.test(first(term)))
  const dropped = unknown >= 0 ? unknown : number > 0 ? number : terms.length - 1
  return terms.filter((_, index) => index !== dropped)
}

/** How the terms of a plan are written, for "Mostrando resultados para …". */
export function wordsOf(terms: Term[], vocabulary: Vocabulary): string {
  return terms
    .flatMap(({ ways }) => ways[0]?.words ?? [])
    .map((word) => written(word, vocabulary))
    .join(' ')
}

function asTyped(word: string): Piece {
  return { words: [word], corrected: null, synonym: null }
}

function readPieces(words: string[], vocabulary: Vocabulary, thorough: boolean): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at)
    if (phrase) {
      pieces.push({ words: phrase.words, corrected: null, synonym: phrase.meaning })
      at += phrase.words.length
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
    if (!stopWords.has(word)) pieces.push(...readWord(word, vocabulary, thorough))
    at += 1
  }
  return pieces.length > 0 ? pieces : words.map(asTyped)
}

function readWord(word: string, vocabulary: Vocabulary, thorough: boolean): Piece[] {
  if (vocabulary.find(word) || (!thorough && vocabulary.begins(word))) return [asTyped(word)]
  // "omega3", "fps60"
  const parts = word.match(/^([a-z]{2,})(\d+)$/)
  if (parts?.[1] && parts[2] && vocabulary.begins(parts[1])) return [asTyped(parts[1]), asTyped(parts[2])]
  return [{ words: [word], corrected: vocabulary.correct(word), synonym: null }]
}

/** The longest synonym that begins at a word. */
function phraseAt(words: string[], at: number): { words: string[]; meaning: string } | null {
  for (let length = Math.min(maxPhraseWords, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length)
    const meaning = Object.hasOwn(synonyms, phrase.join(' ')) ? synonyms[phrase.join(' ')] : undefined
    if (meaning !== undefined) return { words: phrase, meaning }
  }
  return null
}

function termOf({ words, corrected, synonym }: Piece, vocabulary: Vocabulary, exact: boolean): Term {
  const searched = corrected === null ? words.filter((word) => !stopWords.has(word)) : [corrected]
  const ways = [{ words: searched.length > 0 ? searched : words, weight: weights.asTyped }]
  if (synonym !== null) ways.push({ words: searchWords(synonym), weight: weights.synonym })
  const ingredient = exact || searched.length !== 1 ? null : vocabulary.find(searched[0] ?? '')?.ingredient
  if (ingredient) ways.push({ words: ingredient.split(' '), weight: weights.sameIngredient })
  return { ways }
}

function spelling({ words, corrected }: Piece, vocabulary: Vocabulary): string {
  const shown = corrected === null ? words : [corrected]
  return shown.map((word) => written(word, vocabulary)).join(' ')
}

function written(word: string, vocabulary: Vocabulary): string {
  return /^\d/.test(word) ? writtenMeasure(word) : (vocabulary.find(word)?.spelling ?? word)
}
