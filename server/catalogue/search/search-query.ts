import { formatMeasure, isCodeWord, isStopWord, parseCodeWords, removeStopWords, toSearchWords } from './search-text.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * One term of a search, with its alternatives: how the catalogue may write it. Each alternative is a list of words
 * that must all match; a word also matches as a prefix.
 */
export interface SearchTerm {
  alternatives: { words: string[]; weight: number }[]
}

/** What a search looks for: every term must be found. */
export interface SearchPlan {
  terms: SearchTerm[]
  /** The words actually searched, where they differ from those typed. */
  correctedQuery: string | null
}

/** Further words are ignored: nobody types more into a shop's search. */
const maxWords = 8
const maxTextLength = 200

/** Weights of a match: as typed, the same product by another name, another product with the same active ingredient. */
const weightByMatchKind = { exactMatch: 1, synonym: 0.9, sameIngredient: 0.5 }

interface QueryPhrase {
  /** As typed, folded. */
  words: string[]
  /** What is searched instead of a misspelt word. */
  correction: string | null
  /** What means the same. */
  synonyms: string[][]
}

interface SearchOptions {
  /** Search the typed words only: no corrections, no synonyms. */
  isExact?: boolean
  /** Also correct words that are a prefix of a catalogue's word, since they found nothing. */
  correctsPrefixes?: boolean
}

/** Parses a shopper's words with the vocabulary of the catalogue. */
export function planSearch(
  text: string,
  vocabulary: Vocabulary,
  { isExact = false, correctsPrefixes = false }: SearchOptions = {},
): SearchPlan {
  const codeWords = parseCodeWords(text)
  if (codeWords)
    return {
      terms: [{ alternatives: codeWords.map((word) => ({ words: [word], weight: weightByMatchKind.exactMatch })) }],
      correctedQuery: null,
    }
  const words = toSearchWords(expandCountAbbreviation(text.slice(0, maxTextLength)))
  const phrases = isExact
    ? removeStopWords(words).map(toUncorrectedPhrase)
    : parsePhrases(words, vocabulary, correctsPrefixes)
  const usedPhrases = phrases.slice(0, maxWords)
  const isCorrected = usedPhrases.some(({ correction }) => correction !== null)
  return {
    terms: usedPhrases.map((phrase) => toTerm(phrase, vocabulary, isExact)),
    correctedQuery: isCorrected ? usedPhrases.map((phrase) => formatPhrase(phrase, vocabulary)).join(' ') : null,
  }
}

/**
 * Relaxes a search by one term: words unknown to the catalogue are dropped first, then the last word, because the first one
 * names the product, then counts, and strengths last: another strength is another medicine. A letter belongs to the word
 * before it (vitamina d). Null when only one term is left.
 */
export function relaxQuery(terms: SearchTerm[], vocabulary: Vocabulary): SearchTerm[] | null {
  if (terms.length < 2) return null
  const words = terms.map(({ alternatives }) => alternatives[0]?.words[0] ?? '')
  const findLastAfterFirst = (isMatch: (word: string) => boolean) => {
    const index = words.findLastIndex(isMatch)
    return index > 0 ? index : -1
  }
  const candidateIndexes = [
    words.findIndex((word) => !vocabulary.isPrefixOfAny(word)),
    findLastAfterFirst((word) => /^[a-z]{2}/.test(word)),
    findLastAfterFirst((word) => /^\d+$/.test(word)),
    findLastAfterFirst((word) => /^\d/.test(word)),
  ]
  const droppedIndex = candidateIndexes.find((index) => index >= 0) ?? terms.length - 1
  return terms.filter((_, index) => index !== droppedIndex)
}

/** How the terms of a plan are written, for "Mostrando resultados para …". */
export function formatTerms(terms: SearchTerm[], vocabulary: Vocabulary): string {
  return formatWords(
    terms.flatMap(({ alternatives }) => alternatives[0]?.words ?? []),
    vocabulary,
  )
}

/** What a plan looks for, as people write it: of each term its alternatives, any of which will do. */
export function formatAlternatives(terms: SearchTerm[], vocabulary: Vocabulary): string[][] {
  const stripCodePrefix = (word: string) => (isCodeWord(word) ? word.slice(1) : word)
  return terms.map(({ alternatives }) => [
    ...new Set(alternatives.map(({ words }) => formatWords(words.map(stripCodePrefix), vocabulary))),
  ])
}

/** `c/ 30` and `c 30` are "com 30", and no vitamin. */
function expandCountAbbreviation(text: string): string {
  return text.replace(/(?<!\bvit\.?|\bvitamina)\s+c(?:\s*\/\s*|\s+)(?=\d+\b)/gi, ' com ')
}

function toUncorrectedPhrase(word: string): QueryPhrase {
  return { words: [word], correction: null, synonyms: [] }
}

function parsePhrases(words: string[], vocabulary: Vocabulary, correctsPrefixes: boolean): QueryPhrase[] {
  const phrases: QueryPhrase[] = []
  for (let index = 0; index < words.length; ) {
    const synonymMatch = vocabulary.findSynonyms(words, index)
    if (synonymMatch) {
      phrases.push({
        words: words.slice(index, index + synonymMatch.wordCount),
        correction: null,
        synonyms: synonymMatch.synonyms,
      })
      index += synonymMatch.wordCount
      continue
    }
    const word = words[index] ?? ''
    const nextWord = words[index + 1]
    const joinedWord = nextWord === undefined ? '' : word + nextWord
    if (
      joinedWord.length > 3 &&
      vocabulary.findWord(joinedWord) &&
      !(nextWord && vocabulary.findWord(word) && vocabulary.findWord(nextWord))
    ) {
      phrases.push(toUncorrectedPhrase(joinedWord))
      index += 2
      continue
    }
    if (!isStopWord(word)) phrases.push(...parseWord(word, vocabulary, correctsPrefixes))
    index += 1
  }
  return phrases.length > 0 ? phrases : words.map(toUncorrectedPhrase)
}

function parseWord(word: string, vocabulary: Vocabulary, correctsPrefixes: boolean): QueryPhrase[] {
  if (vocabulary.findWord(word) || (!correctsPrefixes && vocabulary.isPrefixOfAny(word)))
    return [toUncorrectedPhrase(word)]
  // "omega3", "fps60"
  const wordAndNumber = word.match(/^([a-z]{2,})(\d+)$/)
  if (wordAndNumber?.[1] && wordAndNumber[2] && vocabulary.isPrefixOfAny(wordAndNumber[1]))
    return [toUncorrectedPhrase(wordAndNumber[1]), toUncorrectedPhrase(wordAndNumber[2])]
  return [{ words: [word], correction: vocabulary.findCorrection(word), synonyms: [] }]
}

function toTerm({ words, correction, synonyms }: QueryPhrase, vocabulary: Vocabulary, isExact: boolean): SearchTerm {
  const searchedWords = correction === null ? removeStopWords(words) : [correction]
  const alternatives = [{ words: searchedWords, weight: weightByMatchKind.exactMatch }]
  for (const synonym of synonyms) alternatives.push({ words: synonym, weight: weightByMatchKind.synonym })
  const ingredient =
    isExact || searchedWords.length !== 1 ? null : vocabulary.findWord(searchedWords[0] ?? '')?.ingredient
  if (ingredient) alternatives.push({ words: ingredient.split(' '), weight: weightByMatchKind.sameIngredient })
  return { alternatives }
}

function formatPhrase({ words, correction }: QueryPhrase, vocabulary: Vocabulary): string {
  return formatWords(correction === null ? words : [correction], vocabulary)
}

function formatWords(words: string[], vocabulary: Vocabulary): string {
  return words.map((word) => formatWord(word, vocabulary)).join(' ')
}

function formatWord(word: string, vocabulary: Vocabulary): string {
  return /^\d/.test(word) ? formatMeasure(word) : (vocabulary.findWord(word)?.spelling ?? word)
}
