import { removeStopWords, toSearchWords } from './search-text.ts'

/** Words with synonyms, found among a shopper's: how many words they are, and what else means the same. */
interface Phrase {
  wordCount: number
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
export function createPhraseFinder(groups: string[][]): (words: string[], startIndex: number) => Phrase | null {
  const phraseByText = new Map<string, Phrase>()
  for (const group of groups) {
    const phrases = group.map(toSearchWords)
    for (const phrase of phrases)
      phraseByText.set(phrase.join(' '), { wordCount: phrase.length, synonyms: listSynonyms(phrases, phrase) })
  }
  const maxWordCount = Math.max(0, ...[...phraseByText.values()].map(({ wordCount }) => wordCount))
  return (words, startIndex) => {
    for (let wordCount = Math.min(maxWordCount, words.length - startIndex); wordCount > 0; wordCount -= 1) {
      const phrase = phraseByText.get(words.slice(startIndex, startIndex + wordCount).join(' '))
      if (phrase) return phrase
    }
    return null
  }
}

/** "pasta de dente" and "pasta dente" are searched alike: once is enough. */
function listSynonyms(phrases: string[][], currentPhrase: string[]): string[][] {
  const toSearchText = (phrase: string[]) => removeStopWords(phrase).join(' ')
  const otherTexts = new Set(phrases.map(toSearchText))
  otherTexts.delete(toSearchText(currentPhrase))
  return [...otherTexts].map((words) => words.split(' '))
}
