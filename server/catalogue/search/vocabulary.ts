import { phraseFinder } from './phrases.ts'

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
const maxCorrectedLength = 24

/**
 * The words of a catalogue, to look up and to correct with, and the shop's synonyms. Kept in memory: 50,000 words are a few
 * megabytes.
 * @param synonyms groups of words that mean the same, as the shop writes them
 */
export function createVocabulary(words: VocabularyWord[], synonyms: string[][]) {
  const sorted = words.map(({ word }) => word).sort(byCodeUnit)
  const entries = new Map(words.map((entry) => [entry.word, entry]))
  const byLength = new Map<number, Candidate[]>()
  for (const { word, products } of words) {
    if (word.length < 3 || /\d/.test(word)) continue
    const sameLength = byLength.get(word.length) ?? []
    byLength.set(word.length, sameLength)
    sameLength.push({ productCount: products, ...toPhonetic(word) })
  }
  const correctionCache = new Map<string, string | null>()

  const phraseAt = phraseFinder(synonyms)

  return { find, isPrefixOfAny, startingWith, correct, synonymsAt }

  function find(word: string): VocabularyWord | undefined {
    return entries.get(word)
  }

  /** Whether a word of the catalogue is this one or begins with it. */
  function isPrefixOfAny(word: string): boolean {
    return sorted[lowerBound(word)]?.startsWith(word) ?? false
  }

  /** The words of the catalogue that begin with this one; null if there are more than `limit`. */
  function startingWith(word: string, limit: number): string[] | null {
    const first = lowerBound(word)
    let end = first
    while (sorted[end]?.startsWith(word)) {
      end += 1
      if (end - first > limit) return null
    }
    return sorted.slice(first, end)
  }

  /** The index of the word in the sorted list, or where it would be. */
  function lowerBound(word: string): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? '') < word) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * The longest phrase at this index of a shopper's words that has synonyms: how many words it takes, and how the catalogue
   * says it otherwise. What is not in the catalogue is left out, and so is what only begins a word of it and is too short
   * to mean that word: AAS is no nappy rash (assadura). Null where none is left: the words may be misspelt.
   */
  function synonymsAt(input: string[], at: number): { length: number; synonyms: string[][] } | null {
    const phrase = phraseAt(input, at)
    if (!phrase) return null
    const isInCatalogue = (word: string) => (word.length < minPrefixLength ? entries.has(word) : isPrefixOfAny(word))
    const synonyms = phrase.synonyms.filter((words) => words.every(isInCatalogue))
    return synonyms.length > 0 ? { length: phrase.length, synonyms } : null
  }

  /** The most likely correction of a word, or null; of equally close ones the most frequent. */
  function correct(word: string): string | null {
    if (word.length < 3 || word.length > maxCorrectedLength || /\d/.test(word)) return null
    let correction = correctionCache.get(word)
    if (correction === undefined) {
      correction = nearest(word)
      if (correctionCache.size >= 5000) correctionCache.clear()
      correctionCache.set(word, correction)
    }
    return correction
  }

  function nearest(word: string): string | null {
    const phonetic = toPhonetic(word)
    let best: Match | null = null
    // The most likely lengths first: a good match there leaves fewer others to compare.
    for (const lengthDifference of [0, -1, 1, -2, 2]) {
      for (const candidate of byLength.get(word.length + lengthDifference) ?? []) {
        if (candidate.word !== word) best = closer(phonetic, candidate, best)
      }
    }
    return best?.candidate.word ?? null
  }
}

interface Phonetic {
  word: string
  sound: string
  /** Bit sets of the letters in `word` and in `sound`. */
  letterMask: number
  soundMask: number
}

interface Candidate extends Phonetic {
  productCount: number
}

interface Match {
  candidate: Candidate
  distance: number
}

/** The better of a candidate and the best match so far. */
function closer(target: Phonetic, candidate: Candidate, best: Match | null): Match | null {
  const limit = best?.distance ?? maxDistance(target.word)
  if (distanceLowerBound(target, candidate) > limit) return best
  const distance = distanceBetween(target, candidate, limit)
  if (distance === null) return best
  const isBetter = !best || distance < best.distance || isPreferred(candidate, best.candidate)
  return isBetter ? { candidate, distance } : best
}

function toPhonetic(word: string): Phonetic {
  const sound = phoneticOf(word)
  return { word, sound, letterMask: letterMaskOf(word), soundMask: letterMaskOf(sound) }
}

function isPreferred(one: Candidate, other: Candidate): boolean {
  return one.productCount > other.productCount || (one.productCount === other.productCount && one.word < other.word)
}

/** The largest distance of a correction: smaller for short words, which resemble others too easily. */
function maxDistance(word: string): number {
  return word.length <= 4 ? 1 : word.length <= 7 ? 1.5 : 2
}

/**
 * A lower bound of two words' distance, computed quickly from their sets of letters: one edit changes at most two members of
 * the set. Words with very different letters never match, even if they sound alike.
 */
function distanceLowerBound(one: Phonetic, other: Phonetic): number {
  const differing = countDifferentLetters(one.letterMask, other.letterMask)
  if (differing > 6) return Number.POSITIVE_INFINITY
  if (one.soundMask === other.soundMask) return 0
  const soundDistance = Math.ceil(countDifferentLetters(one.soundMask, other.soundMask) / 2)
  const spellingDistance = Math.max(Math.ceil(differing / 2), Math.abs(one.word.length - other.word.length), 1)
  return (soundDistance + spellingDistance + (one.sound[0] === other.sound[0] ? 0 : 1)) / 2
}

/** The mean of how differently two words are written and how differently they sound; null above `limit`. */
function distanceBetween(one: Phonetic, other: Phonetic, limit: number): number | null {
  const soundDistance = editDistance(one.sound, other.sound, Math.floor(limit * 2))
  if (soundDistance > limit * 2) return null
  const spellingDistance = editDistance(one.word, other.word, Math.floor(limit * 2 - soundDistance) + 1)
  // People who spell by ear get the first sound right.
  const distance =
    soundDistance === 0 ? 0.5 : (soundDistance + spellingDistance + (one.sound[0] === other.sound[0] ? 0 : 1)) / 2
  return distance <= limit ? distance : null
}

/** How Brazilians would say it, roughly: words spelt by ear become equal to the right ones. */
function phoneticOf(word: string): string {
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

function letterMaskOf(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) - 97)
  return mask
}

/** The number of differing bits: a population count of pairs, then fours, then eights in parallel. */
function countDifferentLetters(one: number, other: number): number {
  let bits = one ^ other
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Edit distance: insertions, deletions, replacements and swaps of neighbouring letters. Above `limit`, any larger number. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      row.push(
        Math.min(
          cellAt(last, j) + 1,
          cellAt(row, j - 1) + 1,
          cellAt(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
          isSwapped(one, i, other, j) ? cellAt(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    if (Math.min(...row) > limit + 1) return limit + 1
    beforeLast = last
    last = row
  }
  return cellAt(last, other.length)
}

function cellAt(row: number[], index: number): number {
  return row[index] ?? 0
}

/** Whether the two letters before `i` and `j` are each other's in reverse. */
function isSwapped(one: string, i: number, other: string, j: number): boolean {
  return i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
}

function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
