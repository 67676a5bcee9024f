/**
 * Whether these are the 44 digits of an NF-e's or NFC-e's access key: their last one is modulo 11 of the others (Manual de
 * Orientação do Contribuinte, section 5.4), the model is 55 or 65.
 */
export function isFiscalKey(digits: string): boolean {
  if (!/^\d{20}(?:55|65)\d{22}$/.test(digits)) return false
  const weightedSum = [...digits.slice(0, 43)]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0)
  const checkDigit = 11 - (weightedSum % 11)
  return Number(digits[43]) === (checkDigit > 9 ? 0 : checkDigit)
}
