/** What the commands of an opening print: to the owner in Portuguese, with `--lang en` in English. */
export type Language = 'pt' | 'en'

/** The same sentence in both languages. */
export type Sentence = Record<Language, string>

export function joinSentences(sentences: Sentence[], separator: string): Sentence {
  return {
    pt: sentences.map(({ pt }) => pt).join(separator),
    en: sentences.map(({ en }) => en).join(separator),
  }
}
