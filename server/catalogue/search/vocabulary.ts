import { createPhraseFinder } from './phrases.ts'

/** A word of the catalogue: `word` is folded, as searches compare it. */
interface VocabularyWord {
  word: string
  spelling: string
  products: number
  ingredient: string | null
}

export type Vocabulary = ReturnType<typeof createVocabulary>

/** A synonym of fewer letters stands for the whole word only. */
const minPrefixLength = 4
/** Longer words are not corrected: comparing them is slow. */
const maxCorrectableLength = 24

/**
 * The words of a catalogue, to look up and to correct with, and the shop's synonyms. Kept in memory: 50,000 words are a few
 * megabytes.
 * @param synonyms groups of words that mean the same, as the shop writes them
 */
export function createVocabulary(words: VocabularyWord[], synonyms: string[][]) {
  const sortedWords = words.map(({ word }) => word).sort(compareByCodeUnit)
  const entryByWord = new Map(words.map((entry) => [entry.word, entry]))
  const candidatesByLength = new Map<number, CorrectionCandidate[]>()
  for (const { word, products } of words) {
    if (word.length < 3 || /\d/.test(word)) continue
    const sameLengthCandidates = candidatesByLength.get(word.length) ?? []
    candidatesByLength.set(word.length, sameLengthCandidates)
    sameLengthCandidates.push({ productCount: products, ...toPhoneticWord(word) })
  }
  const correctionCache = new Map<string, string | null>()

  const findPhrase = createPhraseFinder(synonyms)

  return { findWord, isPrefixOfAny, listWordsStartingWith, findCorrection, findSynonyms }

  function findWord(word: string): VocabularyWord | undefined {
    return entryByWord.get(word)
  }

  /** Whether a word of the catalogue is this one or begins with it. */
  function isPrefixOfAny(word: string): boolean {
    return sortedWords[findLowerBound(word)]?.startsWith(word) ?? false
  }

  /** The words of the catalogue that begin with this one; null if there are more than `limit`. */
  function listWordsStartingWith(word: string, limit: number): string[] | null {
    const firstIndex = findLowerBound(word)
    let endIndex = firstIndex
    while (sortedWords[endIndex]?.startsWith(word)) {
      endIndex += 1
      if (endIndex - firstIndex > limit) return null
    }
    return sortedWords.slice(firstIndex, endIndex)
  }

  /** The index of the word in the sorted list, or where it would be. */
  function findLowerBound(word: string): number {
    let low = 0
    let high = sortedWords.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sortedWords[middle] ?? '') < word) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * The longest phrase at this index of a shopper's words that has synonyms: how many words it takes, and how the catalogue
   * says it otherwise. What is not in the catalogue is left out, and so is what only begins a word of it and is too short
   * to mean that word: AAS is no nappy rash (assadura). Null where none is left: the words may be misspelt.
   */
  function findSynonyms(input: string[], startIndex: number): { wordCount: number; synonyms: string[][] } | null {
    const phrase = findPhrase(input, startIndex)
    if (!phrase) return null
    const isInCatalogue = (word: string) =>
      word.length < minPrefixLength ? entryByWord.has(word) : isPrefixOfAny(word)
    const synonyms = phrase.synonyms.filter((words) => words.every(isInCatalogue))
    return synonyms.length > 0 ? { wordCount: phrase.wordCount, synonyms } : null
  }

  /** The most likely correction of a word, or null; of equally close ones the most frequent. */
  function findCorrection(word: string): string | null {
    if (word.length < 3 || word.length > maxCorrectableLength || /\d/.test(word)) return null
    let correction = correctionCache.get(word)
    if (correction === undefined) {
      correction = findNearestWord(word)
      if (correctionCache.size >= 5000) correctionCache.clear()
      correctionCache.set(word, correction)
    }
    return correction
  }

  function findNearestWord(word: string): string | null {
    const phoneticWord = toPhoneticWord(word)
    let bestMatch: CorrectionMatch | null = null
    // The most likely lengths first: a good match there leaves fewer others to compare.
    for (const lengthDifference of [0, -1, 1, -2, 2]) {
      for (const candidate of candidatesByLength.get(word.length + lengthDifference) ?? []) {
        if (candidate.word !== word) bestMatch = pickCloserMatch(phoneticWord, candidate, bestMatch)
      }
    }
    return bestMatch?.candidate.word ?? null
  }
}

interface PhoneticWord {
  word: string
  sound: string
  /** Bit sets of the letters in `word` and in `sound`. */
  letterMask: number
  soundMask: number
}

interface CorrectionCandidate extends PhoneticWord {
  productCount: number
}

interface CorrectionMatch {
  candidate: CorrectionCandidate
  distance: number
}

/** The better of a candidate and the best match so far. */
function pickCloserMatch(
  target: PhoneticWord,
  candidate: CorrectionCandidate,
  bestMatch: CorrectionMatch | null,
): CorrectionMatch | null {
  const maxDistance = bestMatch?.distance ?? getMaxDistance(target.word)
  if (calculateDistanceLowerBound(target, candidate) > maxDistance) return bestMatch
  const distance = calculateDistance(target, candidate, maxDistance)
  if (distance === null) return bestMatch
  const isBetter = !bestMatch || distance < bestMatch.distance || isPreferred(candidate, bestMatch.candidate)
  return isBetter ? { candidate, distance } : bestMatch
}

function toPhoneticWord(word: string): PhoneticWord {
  const sound = toSound(word)
  return { word, sound, letterMask: buildLetterMask(word), soundMask: buildLetterMask(sound) }
}

function isPreferred(a: CorrectionCandidate, b: CorrectionCandidate): boolean {
  return a.productCount > b.productCount || (a.productCount === b.productCount && a.word < b.word)
}

/** The largest distance of a correction: smaller for short words, which resemble others too easily. */
function getMaxDistance(word: string): number {
  return word.length <= 4 ? 1 : word.length <= 7 ? 1.5 : 2
}

/**
 * A lower bound of two words' distance, computed quickly from their sets of letters: one edit changes at most two members of
 * the set. Words with very different letters never match, even if they sound alike.
 */
function calculateDistanceLowerBound(a: PhoneticWord, b: PhoneticWord): number {
  const differenceCount = countDifferentLetters(a.letterMask, b.letterMask)
  if (differenceCount > 6) return Number.POSITIVE_INFINITY
  if (a.soundMask === b.soundMask) return 0
  const soundDistance = Math.ceil(countDifferentLetters(a.soundMask, b.soundMask) / 2)
  const spellingDistance = Math.max(Math.ceil(differenceCount / 2), Math.abs(a.word.length - b.word.length), 1)
  return (soundDistance + spellingDistance + (a.sound[0] === b.sound[0] ? 0 : 1)) / 2
}

/** The mean of how differently two words are written and how differently they sound; null above `maxDistance`. */
function calculateDistance(a: PhoneticWord, b: PhoneticWord, maxDistance: number): number | null {
  const soundDistance = calculateEditDistance(a.sound, b.sound, Math.floor(maxDistance * 2))
  if (soundDistance > maxDistance * 2) return null
  const spellingDistance = calculateEditDistance(a.word, b.word, Math.floor(maxDistance * 2 - soundDistance) + 1)
  // People who spell by ear get the first sound right.
  const distance =
    soundDistance === 0 ? 0.5 : (soundDistance + spellingDistance + (a.sound[0] === b.sound[0] ? 0 : 1)) / 2
  return distance <= maxDistance ? distance : null
}

/** The approximate Brazilian pronunciation: words spelt by ear become equal to the right ones. */
function toSound(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/[sc]h/g, 'x')
    .replace(/cs|ks/g, 'x')
    .replace(/(?<!^)h|^h/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/oo?u|oo/g, 'u')
    .replace(/y/g, 'i')
    .replace(/w/g, 'u')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/sc(?=[ei])|c(?=[ei])|z/g, 's')
    .replace(/ss+/g, 's')
    .replace(/qu(?=[ei])|q|c/g, 'k')
    .replace(/ai(?=$)/g, 'ei')
    .replace(/l(?![aeiou])/g, 'u')
    .replace(/[mn](?![aeiou])/g, 'n')
    .replace(/uu+/g, 'u')
}

function buildLetterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) - 97)
  return mask
}

/** The number of differing bits: a population count of pairs, then fours, then eights in parallel. */
function countDifferentLetters(a: number, b: number): number {
  let bits = a ^ b
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Edit distance: insertions, deletions, replacements and swaps of neighbouring letters. Above `maxDistance`, any larger number. */
function calculateEditDistance(a: string, b: string, maxDistance: number): number {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      row.push(
        Math.min(
          getCell(previousRow, j) + 1,
          getCell(row, j - 1) + 1,
          getCell(previousRow, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwapped(a, i, b, j) ? getCell(rowBeforePrevious, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    if (Math.min(...row) > maxDistance + 1) return maxDistance + 1
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return getCell(previousRow, b.length)
}

function getCell(row: number[], index: number): number {
  return row[index] ?? 0
}

/** Whether the two letters before `i` and `j` are each other's in reverse. */
function isSwapped(a: string, i: number, b: string, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
}

function compareByCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
