/**
 * Whether these are the 44 digits of an NF-e's or NFC-e's access key: their last one is modulo 11 of the others (Manual de
 * Orientação do Contribuinte, section 5.4), the model is 55 or 65.
 */
export function isFiscalKey(digits: string): boolean {
  if (!/^\d{20}(?:55|65)\d{22}$/.test(digits)) return false
  const sum = [...digits.slice(0, 43)].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 8)), 0)
  const check = 11 - (sum % 11)
  return Number(digits[43]) === (check > 9 ? 0 : check)
}
