import { normalizeInput } from './user-input.ts'

/** The capitals and digits of a CNPJ as typed, without its dots, slash and dash. */
export function normalizeCnpj(text: string): string {
  return normalizeInput(text)
    .toUpperCase()
    .replace(/[\s./-]/g, '')
}

/** By its two check digits; since 2026 the other twelve may be letters, too. */
export function isCnpj(text: string): boolean {
  return hasCnpjShape(text) && computeCnpjCheckDigits(text) === normalizeCnpj(text).slice(12)
}

/** Whether it has twelve letters or digits, not all of them zero, and two digits. */
export function hasCnpjShape(text: string): boolean {
  return /^(?!0{12})[0-9A-Z]{12}\d{2}$/.test(normalizeCnpj(text))
}

/** The two digits that the other twelve characters lead to. */
export function computeCnpjCheckDigits(text: string): string {
  const base = normalizeCnpj(text).slice(0, 12)
  const firstDigit = computeModulo11Digit(base)
  return firstDigit + computeModulo11Digit(base + firstDigit)
}

/**
 * The check digit of Brazil's fiscal numbers: modulo 11 with weights 2 to 9, from the right. A letter counts as its ASCII
 * code less 48, as a digit does (IN RFB 2.229/2024).
 */
export function computeModulo11Digit(chars: string): string {
  const weightedSum = [...chars]
    .reverse()
    .reduce((total, char, index) => total + (char.charCodeAt(0) - 48) * (2 + (index % 8)), 0)
  const remainder = weightedSum % 11
  return String(remainder < 2 ? 0 : 11 - remainder)
}
