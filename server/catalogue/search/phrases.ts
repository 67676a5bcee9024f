import { searchWords, withoutStopWords } from './search-text.ts'

/** Words with synonyms, found among a shopper's: how many words they are, and what else means the same. */
interface Phrase {
  length: number
  /** Each as searches compare words, without stop words. */
  synonyms: string[][]
}

/** The words of a group, as the shop writes them with commas or lines between them; a comma between digits is a number's. */
export function parseWordList(text: string): string[] {
  return text
    .split(/\n|(?<!\d),|,(?!\d)/)
    .map((word) => word.replace(/\s+/g, ' ').trim())
    .filter((word) => word !== '')
}

/**
 * Finds the longest phrase that has synonyms and begins at a certain word.
 * @param groups words that mean the same, as people write them
 */
export function phraseFinder(groups: string[][]): (words: string[], at: number) => Phrase | null {
  const byWords = new Map<string, Phrase>()
  for (const group of groups) {
    const phrases = group.map(searchWords)
    for (const phrase of phrases)
      byWords.set(phrase.join(' '), { length: phrase.length, synonyms: others(phrases, phrase) })
  }
  const longest = Math.max(0, ...[...byWords.values()].map(({ length }) => length))
  return (words, at) => {
    for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
      const phrase = byWords.get(words.slice(at, at + length).join(' '))
      if (phrase) return phrase
    }
    return null
  }
}

/** "pasta de dente" and "pasta dente" are searched alike: once is enough. */
function others(phrases: string[][], current: string[]): string[][] {
  const searched = (phrase: string[]) => withoutStopWords(phrase).join(' ')
  const different = new Set(phrases.map(searched))
  different.delete(searched(current))
  return [...different].map((words) => words.split(' '))
}
