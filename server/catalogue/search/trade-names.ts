import { foldText } from '../../platform/user-input.ts'
import { listSubstances } from '../substances.ts'
import { toSearchWords } from './search-text.ts'

/** A medicine's name, and the words of its substances, both as searches compare them. */
export interface TradeName {
  word: string
  ingredient: string
}

/** Shorter ones are abbreviations, or words of other things. */
const minLength = 4

/**
 * What medicines are called beside their substances: "viagra" of sildenafila. Of names that begin alike ("Clavulin",
 * "Clavulin BD") the substances that they have in common count; without any, the word tells nothing.
 */
export function listTradeNames(medicines: { product: string; substance: string }[]): TradeName[] {
  const ingredientsByWord = new Map<string, string[]>()
  for (const { product, substance } of medicines) {
    const [word = ''] = toSearchWords(product)
    const ingredients = listSubstances(substance).flatMap((name) => toSearchWords(foldText(name)))
    if (word.length < minLength || /\d/.test(word) || ingredients.includes(word)) continue
    const others = ingredientsByWord.get(word)
    ingredientsByWord.set(
      word,
      others ? others.filter((other) => ingredients.includes(other)) : [...new Set(ingredients)],
    )
  }
  return [...ingredientsByWord].flatMap(([word, ingredients]) =>
    ingredients.length > 0 ? [{ word, ingredient: ingredients.join(' ') }] : [],
  )
}
