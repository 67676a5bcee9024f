/** Lower case without accents or other marks: the form in which searches and category links compare text. */
export function fold(text: string): string {
  return (isPlain.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isPlain = /^[\x00-\x7f]*$/

/** A name in the form used in links: folded, with underscores for spaces (specification, section 2). */
export function normaliseName(name: string): string {
  return fold(name).trim().replace(/\s+/g, '_')
}
