/** Lower case without accents or other marks: what searching and category links compare. */
export function fold(text: string): string {
  return (isPlain.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isPlain = /^[\x00-\x7f]*$/

/** A name as links carry it: folded, spaces turned to underscores (specification, section 2). */
export function normaliseName(name: string): string {
  return fold(name).trim().replace(/\s+/g, '_')
}
