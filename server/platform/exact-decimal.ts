/** At most ten digits, so that a hundred times the number is exact. */
const exactDecimalPattern = /^(\d{1,10})(?:\.(\d{1,2}))?$/

/**
 * Hundredths of a decimal as other systems write it: "37.00", "37.0", "37", 37 and 37.0 are 3700. Null for anything else, such
 * as "37.000", "37,00", 37.001 or "1e3": an amount is exact, or it is not read.
 */
export function parseHundredths(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  const [, whole, decimals = ''] = (typeof text === 'string' && exactDecimalPattern.exec(text)) || []
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, '0'))
}
