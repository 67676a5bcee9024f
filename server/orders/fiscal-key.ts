import { computeModulo11Digit } from '../platform/cnpj.ts'
import { normalizeInput } from '../platform/user-input.ts'

/** An access key as typed, scanned or copied from a document's XML (`Id="NFe…"`): its capitals and digits alone. */
export function normalizeFiscalKey(text: string): string {
  return normalizeInput(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^NFE/, '')
}

/**
 * Whether these are the 44 characters of an NF-e's or NFC-e's access key: the last one is modulo 11 of the others (Manual de
 * Orientação do Contribuinte, section 5.4), the model is 55 or 65, the issuer's CNPJ may have letters.
 */
export function isFiscalKey(key: string): boolean {
  return /^\d{6}[0-9A-Z]{12}\d{2}(?:55|65)\d{22}$/.test(key) && computeModulo11Digit(key.slice(0, 43)) === key[43]
}
