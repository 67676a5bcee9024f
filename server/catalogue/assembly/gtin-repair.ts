import { isGtin } from '../gtin.ts'
import { readScannedCode } from '../scanned-code.ts'

/** Why a till's code is no GTIN: none at all, rounded by a spreadsheet (`7,89E+12`), the store's own, or with a wrong digit. */
export type CodeFault = 'missing' | 'rounded' | 'store' | 'digit'

/**
 * The bar code of a till's row. Zeros in front that a spreadsheet dropped are put back where the check digit fits the length
 * then reached; it does not depend on them (GS1 General Specifications, 7.9).
 */
export function repairGtin(cell: string): { ean: string } | { fault: CodeFault } {
  const text = cell.trim().replace(/^'/, '')
  if (text === '' || /^[-–—0]+$/.test(text)) return { fault: 'missing' }
  if (/\d[.,]?\d*E\+?\d/i.test(text)) return { fault: 'rounded' }
  const { code } = readScannedCode(text.replace(/^(\d+)[.,]0+$/, '$1'))
  if (!/^\d+$/.test(code)) return { fault: 'store' }
  // What begins with 2 a store weighs and labels itself (GS1, prefixes 20 to 29).
  if (/^2\d{12}$/.test(code)) return { fault: 'store' }
  // Of 12 digits (UPC-A) as 13, so that one product has one code.
  if (isGtin(code)) return { ean: code.length === 12 ? `0${code}` : code }
  const digits = code.replace(/^0+/, '')
  if (digits.length < 7) return { fault: 'store' }
  const ean = [8, 13].map((length) => digits.padStart(length, '0')).find(isGtin)
  return ean === undefined ? { fault: 'digit' } : { ean }
}
