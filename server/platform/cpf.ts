import { ShopError } from './errors.ts'
import { normalizeCode } from './user-input.ts'

/**
 * The eleven digits of a CPF as typed, its two check digits verified (modulo 11).
 * @throws ShopError "cpf.invalid"
 */
export function parseCpf(text: string): string {
  const digits = normalizeCode(text)
  const isCpf = /^\d{11}$/.test(digits) && !/^(\d)\1*$/.test(digits)
  if (!isCpf || checkDigit(digits, 9) !== digits[9] || checkDigit(digits, 10) !== digits[10]) {
    throw new ShopError('cpf.invalid', { input: 'cpf' })
  }
  return digits
}

function checkDigit(digits: string, length: number): string {
  const sum = [...digits.slice(0, length)].reduce((total, digit, at) => total + Number(digit) * (length + 1 - at), 0)
  return String(((sum * 10) % 11) % 10)
}
