import { stripNoncharacters } from '../../app/texts/writable-text.ts'

/** Marks that nobody sees or types on purpose; pages, messengers and PDFs leave them in what is copied. */
const invisibleCharsPattern = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Every kind of dash, and the minus sign. */
const dashCharsPattern = /[\p{Pd}\u2212]/gu
/** Letters, digits and signs as wide as a Chinese character. */
const fullWidthCharsPattern = /[\uff01-\uff5e]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const asciiPattern = /^[\x00-\x7f]*$/

/**
 * What people type or paste where only letters, digits and signs count (postal codes, phones, e-mails, coupons, codes, numbers,
 * searches): without invisible marks, with one kind of dash, of space and of digits. Never for passwords, which are what they are.
 */
export function normalizeInput(text: string): string {
  if (asciiPattern.test(text)) return text.trim()
  return text
    .replace(invisibleCharsPattern, '')
    .replace(fullWidthCharsPattern, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(dashCharsPattern, '-')
    .replace(/[\p{Zs}]/gu, ' ')
    .trim()
}

/**
 * Text with words of its own (names, notes), without what nobody sees but the joiners that Persian and emoji are written with,
 * and without what is no character.
 */
export function stripInvisibleChars(text: string): string {
  return stripNoncharacters(text).replace(invisibleCharsPattern, (mark) =>
    mark === '\u200c' || mark === '\u200d' ? mark : '',
  )
}

/** As `normalizeInput`, without what people write between digits: spaces, dots and dashes. */
export function normalizeCode(text: string): string {
  return normalizeInput(text).replace(/[\s.-]/g, '')
}

/** What stands before a number that is copied with its name: "CPF: ", "Seu código é ". Recovery codes have fewer digits in a row. */
const labelPattern = /^[^\d:]*:|^\p{L}\D*\s(?=(?:\D?\d){6,}\D?$)/u

/** As `normalizeCode`, of a number that may have its name before it. */
export function normalizeLabelledCode(text: string): string {
  return normalizeCode(normalizeInput(text).replace(labelPattern, ''))
}

/**
 * The words of a name, as searches compare them; what an apostrophe or a hyphen joins is also one word, so that D'Ávila is found
 * by "davila", too.
 */
export function toNameWords(name: string): string[] {
  const foldedText = foldText(normalizeInput(name))
  const joinedWords = foldedText.match(/[\p{L}\p{N}]+(?:['’`´-][\p{L}\p{N}]+)+/gu) ?? []
  return [...new Set([...splitWords(foldedText), ...joinedWords.map((word) => splitWords(word).join(''))])]
}

/** The words that somebody looks for a name by. */
export function toSearchTerms(text: string): string[] {
  return splitWords(foldText(normalizeInput(text)))
}

function splitWords(foldedText: string): string[] {
  return [...new Set(foldedText.match(/[\p{L}\p{N}]+/gu))]
}

/** Lower case without accents or other marks: the form in which searches and category links compare text. */
export function foldText(text: string): string {
  return (asciiPattern.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()
}
