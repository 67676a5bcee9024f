/**
 * Whether a code is a GTIN (GS1): 8, 12, 13 or 14 digits, the last of which checks the others. Counted from the right, so
 * zeros in front of a code change nothing.
 */
export function isGtin(code: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return false
  const digits = [...code].reverse().map(Number)
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}
