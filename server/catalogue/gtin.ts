/**
 * Whether a code is a GTIN (GS1): 8, 12, 13 or 14 digits, the last of which checks the others. Counted from the right, so
 * zeros in front of a code change nothing.
 */
export function isGtin(code: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return false
  return computeCheckDigit(code.slice(0, -1)) === Number(code.at(-1))
}

function computeCheckDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** The ways in which a GTIN may be written, with more or fewer zeros in front; the code alone where it is none. */
export function listGtinSpellings(code: string): string[] {
  const digits = code.replace(/^0+/, '')
  if (!isGtin(code) || digits === '') return [code]
  return [8, 12, 13, 14].filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'))
}

/**
 * The spellings of the product that a code is found on: the carton in which several units are shipped has 14 digits, of which
 * the second to the thirteenth are its product's. Not where units are counted: a carton is none.
 */
export function listScannedSpellings(code: string): string[] {
  const spellings = listGtinSpellings(code)
  if (!/^[1-8]\d{13}$/.test(code) || !isGtin(code)) return spellings
  const unitDigits = code.slice(1, 13)
  return [...spellings, ...listGtinSpellings(unitDigits + computeCheckDigit(unitDigits))]
}
