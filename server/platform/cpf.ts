import { ShopError } from './errors.ts'
import { normalizeLabelledCode } from './user-input.ts'

/** The eleven digits of a CPF as typed, its two check digits verified (modulo 11). */
export function parseCpf(text: string): string {
  const digits = normalizeLabelledCode(text)
  const hasCpfFormat = /^\d{11}$/.test(digits) && !/^(\d)\1*$/.test(digits)
  if (!hasCpfFormat || computeCheckDigit(digits, 9) !== digits[9] || computeCheckDigit(digits, 10) !== digits[10]) {
    throw new ShopError('cpf.invalid', { input: 'cpf' })
  }
  return digits
}

function computeCheckDigit(digits: string, digitCount: number): string {
  const sum = [...digits.slice(0, digitCount)].reduce(
    (total, digit, index) => total + Number(digit) * (digitCount + 1 - index),
    0,
  )
  return String(((sum * 10) % 11) % 10)
}
