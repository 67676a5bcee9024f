/** The numbers of the states (IBGE), which stand in a number of the SNCR. */
const stateCodes = new Set([
  ...[11, 12, 13, 14, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27, 28, 29],
  ...[31, 32, 33, 35, 41, 42, 43, 50, 51, 52, 53],
])

/** The one number of the SNCR in these texts, as its digits; null where there is none, or several. */
export function findSncr(texts: string[]): string | null {
  const candidates = texts.flatMap((text) => text.match(/(?<!\w)\d{4}\.?\d-?\d\d\.?\d{7}(?!\w)/g) ?? [])
  const numbers = new Set(candidates.flatMap((candidate) => parseSncr(candidate) ?? []))
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null
}

/**
 * The digits of a number of the national system of prescriptions (SNCR, RDC 873/2024): year and month, kind, state, and seven
 * that count: `2611.1-35.0001234`; null for what is none.
 */
export function parseSncr(text: string): string | null {
  const digits = text.replace(/[\s.\-/]/g, '')
  const [, month, state] = /^\d\d(\d\d)\d(\d\d)\d{7}$/.exec(digits) ?? []
  const isValid = Number(month) >= 1 && Number(month) <= 12 && stateCodes.has(Number(state))
  return isValid ? digits : null
}
